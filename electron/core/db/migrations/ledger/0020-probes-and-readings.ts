import type { Migration } from '../../migrate.ts';

/**
 * A 404 is free; the indexes find out how often one was asked for lately, without reading the whole ledger. A reading of
 * `/stats` that equals the ledger, itself included, shows that this service counts it.
 */
export const probesAndReadings: Migration = {
  id: 20,
  name: 'probes-and-readings',
  sql: `
CREATE INDEX entry_not_found ON entry (epoch, completed_ms DESC) WHERE status = 404;
CREATE INDEX entry_not_found_call ON entry (epoch, call, completed_ms DESC) WHERE status = 404;
ALTER TABLE reading ADD COLUMN counts_itself INTEGER NOT NULL DEFAULT 0 CHECK (counts_itself IN (0, 1));
`,
};
