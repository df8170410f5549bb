import type { Migration } from '../../migrate.ts';

/*
 * Costs can now also be learned in the unit `companies`, so the tables with a CHECK constraint on the unit
 * are recreated.
 */
export const companyCosts: Migration = {
  id: 140,
  name: 'company-costs',
  sql: `
ALTER TABLE learned_cost RENAME TO learned_cost_before;
CREATE TABLE learned_cost (
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  assumed INTEGER NOT NULL,
  learned INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint, unit)
) STRICT, WITHOUT ROWID;
INSERT INTO learned_cost (endpoint, unit, assumed, learned, at_ms)
  SELECT endpoint, unit, assumed, learned, at_ms FROM learned_cost_before;
DROP TABLE learned_cost_before;

ALTER TABLE cost_check RENAME TO cost_check_before;
CREATE TABLE cost_check (
  epoch INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  confirmed_at_ms INTEGER,
  pending INTEGER,
  pending_at_ms INTEGER,
  PRIMARY KEY (epoch, endpoint, unit),
  CHECK ((pending IS NULL) = (pending_at_ms IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO cost_check (epoch, endpoint, unit, confirmed_at_ms, pending, pending_at_ms)
  SELECT epoch, endpoint, unit, confirmed_at_ms, pending, pending_at_ms FROM cost_check_before;
DROP TABLE cost_check_before;

DROP INDEX cost_drift_by_epoch;
ALTER TABLE cost_drift RENAME TO cost_drift_before;
CREATE TABLE cost_drift (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  before INTEGER NOT NULL,
  after INTEGER NOT NULL
) STRICT;
INSERT INTO cost_drift (id, epoch, at_ms, endpoint, unit, before, after)
  SELECT id, epoch, at_ms, endpoint, unit, before, after FROM cost_drift_before;
DROP TABLE cost_drift_before;
CREATE INDEX cost_drift_by_epoch ON cost_drift (epoch, id);
`,
};
