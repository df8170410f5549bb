import type { Migration } from '../../migrate.ts';

/* Adds the index that Today uses to find recently fetched contacts. */
export const contactsFetched: Migration = {
  id: 220,
  name: 'contacts-fetched',
  sql: `
CREATE INDEX contacts_by_fetch ON contacts_state (fetched_at_ms) WHERE fetched_at_ms IS NOT NULL;
`,
};
