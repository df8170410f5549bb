import type { Migration } from '../../migrate.ts';

/*
 * The service's ICP score for a company, as reported by webhook events (spec §6.3). An event without a score
 * does not remove an earlier score, so the score is stored separately from the newest event's raw row. Scores
 * from existing events are copied.
 */
export const icp: Migration = {
  id: 90,
  name: 'icp',
  sql: `
CREATE TABLE company_icp (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 100),
  told_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO company_icp (company_id, score, told_at_ms)
  SELECT company_id, CAST(raw ->> '$.userContext.icpMatch' AS REAL), fetched_at_ms FROM company_source
  WHERE source = 'webhook' AND json_valid(raw) AND json_type(raw, '$.userContext.icpMatch') IN ('integer', 'real')
    AND raw ->> '$.userContext.icpMatch' BETWEEN 0 AND 100;
`,
};
