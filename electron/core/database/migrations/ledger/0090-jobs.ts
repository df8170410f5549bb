import type { Migration } from '../../migrate.ts';

/*
 * One table for all background requests replaces `offline_call`, `plan` and `plan_item`. Queued requests and
 * plans keep their ids. A request in progress stays `running`, and is settled when the workspace is opened.
 * An unexpected old state becomes `unknown`, because its request must not be sent twice. `after_entry` is the
 * newest ledger row at the time when the request began. `request`, `accepted`, `outcome` and `spent` are
 * JSON.
 */
export const jobs: Migration = {
  id: 90,
  name: 'jobs',
  sql: `
CREATE TABLE job_group (
  group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner TEXT NOT NULL CHECK (owner IN ('seller', 'rule')),
  approved_at_ms INTEGER NOT NULL,
  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
  ended INTEGER NOT NULL CHECK (ended IN (0, 1))
) STRICT;
CREATE TABLE job (
  job_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('queue', 'plan')),
  group_id INTEGER REFERENCES job_group (group_id) ON DELETE CASCADE,
  place INTEGER,
  item_key TEXT,
  company_id TEXT,
  request TEXT NOT NULL,
  accepted TEXT NOT NULL,
  screen TEXT NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('queued', 'approved', 'running', 'waiting', 'unknown', 'done', 'failed', 'cancelled')
  ),
  reason TEXT,
  call TEXT,
  after_entry INTEGER,
  outcome TEXT,
  spent TEXT,
  news INTEGER,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  CHECK ((kind = 'plan') = (group_id IS NOT NULL AND place IS NOT NULL AND item_key IS NOT NULL)),
  CHECK (state <> 'waiting' OR reason IS NOT NULL),
  CHECK (state <> 'running' OR after_entry IS NOT NULL)
) STRICT;

INSERT INTO sqlite_sequence (name, seq)
SELECT CASE name WHEN 'plan' THEN 'job_group' ELSE 'job' END, seq
FROM sqlite_sequence WHERE name IN ('plan', 'offline_call');

INSERT INTO job_group (group_id, owner, approved_at_ms, paused, ended)
SELECT plan_id, CASE by_rule WHEN 1 THEN 'rule' ELSE 'seller' END, approved_at_ms,
  state = 'paused' AND coalesce(paused, '') NOT IN ('offline', 'key', 'storage'), state = 'over'
FROM plan ORDER BY plan_id;

INSERT INTO job (job_id, kind, company_id, request, accepted, screen, state, reason, after_entry, outcome,
  created_at_ms)
SELECT call_id, 'queue', company_id, asked, accepted, screen,
  CASE state
    WHEN 'waiting' THEN 'queued'
    WHEN 'running' THEN 'running'
    WHEN 'dearer' THEN 'waiting'
    WHEN 'refused' THEN 'failed'
    WHEN 'done' THEN 'done'
    ELSE 'unknown'
  END,
  CASE state WHEN 'dearer' THEN 'price' END,
  CASE WHEN state = 'running' THEN
    CASE WHEN NOT json_valid(coalesce(outcome, '')) THEN 0
      WHEN json_type(outcome, '$.afterEntry') = 'integer' THEN json_extract(outcome, '$.afterEntry')
      ELSE 0 END
  END,
  CASE WHEN state IN ('refused', 'done') THEN outcome END,
  asked_at_ms
FROM offline_call ORDER BY call_id;

INSERT INTO job (kind, group_id, place, item_key, company_id, request, accepted, screen, state, reason, call,
  after_entry, spent, news, created_at_ms, ended_at_ms)
SELECT 'plan', plan_id, place, item_key, company_id,
  CASE WHEN json_valid(what) THEN json_remove(what, '$.item.cost') ELSE what END,
  CASE WHEN NOT json_valid(what) THEN '{}'
    WHEN json_type(what, '$.item.cost') = 'object' THEN json_extract(what, '$.item.cost')
    ELSE '{}' END,
  'today',
  CASE step
    WHEN 'waiting' THEN
      CASE WHEN state = 'over' THEN 'cancelled'
        WHEN state = 'paused' AND paused IN ('offline', 'key', 'storage') THEN 'waiting'
        ELSE 'approved' END
    WHEN 'under-way' THEN CASE WHEN call IS NULL OR after_entry IS NULL THEN 'unknown' ELSE 'running' END
    WHEN 'done' THEN 'done'
    WHEN 'free' THEN 'done'
    WHEN 'dearer' THEN 'failed'
    WHEN 'no-room' THEN 'failed'
    WHEN 'failed' THEN 'failed'
    WHEN 'dropped' THEN 'cancelled'
    ELSE 'unknown'
  END,
  CASE step
    WHEN 'waiting' THEN
      CASE WHEN state = 'paused' AND paused = 'offline' THEN 'network'
        WHEN state = 'paused' AND paused IN ('key', 'storage') THEN paused END
    WHEN 'free' THEN 'not-found'
    WHEN 'dearer' THEN 'price'
    WHEN 'no-room' THEN 'budget'
  END,
  call, after_entry, spent, news, approved_at_ms, ended_at_ms
FROM plan JOIN plan_item USING (plan_id) ORDER BY plan_id, place;

DROP TABLE plan_item;
DROP TABLE plan;
DROP TABLE offline_call;

CREATE UNIQUE INDEX job_asked ON job (request) WHERE kind = 'queue' AND state <> 'done';
CREATE UNIQUE INDEX job_by_group ON job (group_id, place) WHERE group_id IS NOT NULL;
CREATE INDEX job_by_state ON job (kind, state, job_id);
CREATE INDEX job_by_company ON job (company_id) WHERE company_id IS NOT NULL;
`,
};
