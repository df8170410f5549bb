import type { Migration } from '../../migrate.ts';

/*
 * Adds tables for responses from the single-company endpoints, and for raw rows, so an improved decoder can
 * decode them again. The raw rows of rounds move from `round`, which had only the newest row of each round,
 * to `round_source`, which has one row per round and source. If a response with company details was the last
 * to update a round, the time of the round's raw row is unknown. The raw row then gets the time at which the
 * company was first seen. With this early time, decoding the row again only fills in missing values and
 * overwrites no existing ones.
 */
export const panels: Migration = {
  id: 20,
  name: 'panels',
  sql: `
CREATE TABLE round_source (
  company_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL,
  PRIMARY KEY (company_id, round_id, source),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT;
INSERT INTO round_source (company_id, round_id, source, fetched_at_ms, raw)
  SELECT round.company_id, round.round_id,
    CASE WHEN round.source IN ('fundings', 'companies') THEN round.source
         WHEN json_type(round.raw, '$.company') = 'object' THEN 'fundings' ELSE 'companies' END,
    CASE WHEN round.source IN ('fundings', 'companies') THEN round.fetched_at_ms ELSE company.first_seen_at_ms END,
    round.raw
  FROM round JOIN company ON company.company_id = round.company_id WHERE round.raw IS NOT NULL;
ALTER TABLE round DROP COLUMN raw;

CREATE TABLE round_told (
  company_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'stage')),
  value TEXT NOT NULL,
  round_id TEXT NOT NULL,
  PRIMARY KEY (company_id, kind, value, round_id),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX round_told_by_round ON round_told (company_id, round_id, kind, value);
INSERT INTO round_told (company_id, kind, value, round_id)
  SELECT company_id, 'day', announced_on, round_id FROM round WHERE announced_on IS NOT NULL AND derived_id = 0
  UNION ALL
  SELECT company_id, 'stage', stage_folded, round_id FROM round WHERE stage IS NOT NULL AND derived_id = 0;

ALTER TABLE technology ADD COLUMN description TEXT;
ALTER TABLE technology ADD COLUMN described_at_ms INTEGER;
ALTER TABLE highlight ADD COLUMN created_at_ms INTEGER;

CREATE TABLE company_panel (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  panel TEXT NOT NULL CHECK (panel IN ('tech-stack', 'rounds', 'highlights', 'open-roles', 'news')),
  content_source TEXT,
  content_at_ms INTEGER,
  fetched_at_ms INTEGER,
  complete_at_ms INTEGER,
  refused_at_ms INTEGER,
  told INTEGER,
  PRIMARY KEY (company_id, panel)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_panel_by_told ON company_panel (panel, told) WHERE told IS NOT NULL;
INSERT INTO company_panel (company_id, panel, content_source, content_at_ms)
  SELECT company_id, 'tech-stack', source, fetched_at_ms FROM company_source
  WHERE source = 'company' AND company_id IN (SELECT company_id FROM company_technology);
INSERT INTO company_panel (company_id, panel, content_source, content_at_ms)
  SELECT company_id, 'highlights', 'company', max(fetched_at_ms) FROM highlight WHERE listed = 1 GROUP BY company_id;

CREATE TABLE open_role (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  role_id TEXT NOT NULL,
  title TEXT,
  title_en TEXT,
  employment_type TEXT,
  location TEXT,
  remote_type TEXT,
  department TEXT,
  seniority TEXT,
  url TEXT,
  first_seen_at_ms INTEGER,
  last_synced_at_ms INTEGER,
  met_at_ms INTEGER NOT NULL,
  gone_at_ms INTEGER,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL,
  PRIMARY KEY (company_id, role_id)
) STRICT;

CREATE TABLE role_walk (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  per_page INTEGER NOT NULL,
  page INTEGER NOT NULL,
  received INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  total INTEGER,
  started_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1))
) STRICT;

CREATE TABLE news_article (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  article_id TEXT NOT NULL,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  title TEXT NOT NULL,
  url TEXT,
  round_id TEXT,
  created_at_ms INTEGER,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, article_id)
) STRICT;

CREATE TABLE drift (
  endpoint TEXT NOT NULL,
  kind TEXT NOT NULL,
  field TEXT NOT NULL,
  count INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint, kind, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE service_fact (
  fact_id INTEGER PRIMARY KEY CHECK (fact_id = 1),
  status TEXT,
  version TEXT,
  version_before TEXT,
  checked_at_ms INTEGER,
  deprecation TEXT,
  sunset TEXT,
  deprecated_at_ms INTEGER
) STRICT;
INSERT INTO service_fact (fact_id) VALUES (1);

CREATE TABLE normalised (
  part TEXT PRIMARY KEY NOT NULL CHECK (part IN ('rows', 'people')),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO normalised (part, version) VALUES ('rows', 0), ('people', 0);
`,
};
