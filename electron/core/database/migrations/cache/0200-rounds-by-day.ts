import type { Migration } from '../../migrate.ts';

/* With this index, Insights and the library's filter by round find the rounds of a period (ADR 85). */
export const roundsByDay: Migration = {
  id: 200,
  name: 'rounds-by-day',
  sql: `
CREATE INDEX round_by_announced ON round (announced_on) WHERE announced_on IS NOT NULL;
`,
};
