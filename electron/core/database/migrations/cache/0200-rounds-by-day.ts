import type { Migration } from '../../migrate.ts';

/* Index for finding the rounds of a period, for Insights and for the library's filter by round (ADR 85). */
export const roundsByDay: Migration = {
  id: 200,
  name: 'rounds-by-day',
  sql: `
CREATE INDEX round_by_announced ON round (announced_on) WHERE announced_on IS NOT NULL;
`,
};
