import type { Migration } from '../../migrate.ts';

/**
 * The indexes find recent 404 responses without a full scan. `counts_itself` is 1 if the figures in a
 * `/stats` response already include the `/stats` request itself. This is the case if the figures equal the
 * ledger's count with that request, but not its count without the request.
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
