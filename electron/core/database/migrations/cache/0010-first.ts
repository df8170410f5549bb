import type { Migration } from '../../migrate.ts';

/*
 * Downloaded data. Text is normalized for search in JavaScript, so the database needs no custom SQL
 * functions. The `field_claims` columns record the source of each field (foundation/field-provenance.ts).
 * Personal columns of `contact` are encrypted (contacts/contact-encryption.ts). No other column contains a
 * person's name in plain text; this includes the columns for raw rows. `description` comes last, so list
 * queries need not read a row's overflow pages.
 */
export const first: Migration = {
  id: 10,
  name: 'first',
  sql: `
CREATE TABLE company (
  company_id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  name_folded TEXT NOT NULL,
  search_folded TEXT NOT NULL,
  country_code TEXT,
  country_name TEXT,
  industry TEXT,
  latest_round_id TEXT,
  stage TEXT,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  announced_on TEXT,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  first_seen_at_ms INTEGER NOT NULL,
  gone_at_ms INTEGER,
  total_contacts INTEGER,
  total_rounds INTEGER,
  website TEXT,
  linkedin_url TEXT,
  field_claims TEXT NOT NULL,
  description TEXT
) STRICT;
CREATE INDEX company_by_announced ON company (announced_on DESC, company_id);
CREATE INDEX company_by_fetched ON company (fetched_at_ms DESC, company_id);
CREATE INDEX company_by_name ON company (name_folded, company_id);

CREATE TABLE company_source (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL,
  personal BLOB,
  PRIMARY KEY (company_id, source)
) STRICT;

CREATE TABLE round (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT NOT NULL,
  derived_id INTEGER NOT NULL CHECK (derived_id IN (0, 1)),
  detail_level TEXT NOT NULL CHECK (detail_level IN ('list', 'event', 'summary', 'full')),
  stage TEXT,
  stage_folded TEXT NOT NULL,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  amount_usd REAL,
  announced_on TEXT,
  announced_text TEXT,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  field_claims TEXT NOT NULL,
  raw TEXT,
  PRIMARY KEY (company_id, round_id)
) STRICT;
CREATE INDEX round_by_date ON round (company_id, announced_on DESC);

CREATE TABLE round_investor (
  company_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (company_id, round_id, position),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX round_investor_by_name ON round_investor (name_folded, name);

CREATE TABLE company_industry (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_industry_by_name ON company_industry (name_folded);

CREATE TABLE tag (
  tag_key INTEGER PRIMARY KEY,
  tag_id TEXT UNIQUE,
  name TEXT NOT NULL,
  slug TEXT,
  category TEXT
) STRICT;
CREATE INDEX tag_by_name ON tag (name, slug);

CREATE TABLE company_tag (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag_key INTEGER NOT NULL REFERENCES tag (tag_key),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_tag_by_tag ON company_tag (tag_key);

CREATE TABLE technology (
  technology_key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  categories TEXT NOT NULL
) STRICT;

CREATE TABLE company_technology (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  technology_key INTEGER NOT NULL REFERENCES technology (technology_key),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_technology_by_technology ON company_technology (technology_key);

CREATE TABLE highlight (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  highlight_key TEXT NOT NULL,
  position INTEGER NOT NULL,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  text TEXT NOT NULL,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, highlight_key)
) STRICT;

CREATE TABLE contact (
  contact_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  identity BLOB NOT NULL,
  email_identity BLOB,
  linkedin_identity BLOB,
  service_id BLOB,
  name BLOB,
  title BLOB,
  email BLOB,
  linkedin_url BLOB,
  email_valid INTEGER NOT NULL CHECK (email_valid IN (0, 1)),
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  field_claims TEXT NOT NULL
) STRICT;
CREATE INDEX contact_by_identity ON contact (company_id, identity);
CREATE INDEX contact_by_email ON contact (email_identity) WHERE email_identity IS NOT NULL;
CREATE INDEX contact_by_linkedin ON contact (linkedin_identity) WHERE linkedin_identity IS NOT NULL;

CREATE TABLE contacts_state (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('available', 'closed', 'told-none', 'unknown')),
  source TEXT NOT NULL,
  observed_at_ms INTEGER NOT NULL,
  hint TEXT,
  total INTEGER,
  names_at_ms INTEGER,
  fetched_at_ms INTEGER
) STRICT;

CREATE TABLE query_set (
  set_id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint TEXT NOT NULL CHECK (endpoint IN ('fundings', 'companies')),
  query_key TEXT NOT NULL,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  total INTEGER,
  has_more INTEGER CHECK (has_more IN (0, 1)),
  ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
  reached INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX query_set_by_query ON query_set (endpoint, query_key, created_at_ms DESC);
CREATE INDEX query_set_by_fetched ON query_set (endpoint, fetched_at_ms DESC);

CREATE TABLE query_set_row (
  set_id INTEGER NOT NULL REFERENCES query_set (set_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  row_key TEXT NOT NULL,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT,
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  PRIMARY KEY (set_id, position),
  UNIQUE (set_id, row_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX query_set_row_by_company ON query_set_row (company_id, round_id);

CREATE TABLE filter_snapshot (
  snapshot_id INTEGER PRIMARY KEY CHECK (snapshot_id = 1),
  fetched_at_ms INTEGER NOT NULL,
  filters TEXT NOT NULL
) STRICT;
`,
};
