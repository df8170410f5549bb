import type { Migration } from '../../migrate.ts';

/*
 * Lists are sorted and searched in memory (library/index/), so the columns and indexes for sorting and
 * searching are dropped. Each index cost an additional page write per received row, because its keys arrive
 * in random order. A company has few rounds, so finding them by primary key is enough.
 */
export const leanRows: Migration = {
  id: 60,
  name: 'lean-rows',
  sql: `
DROP INDEX company_by_announced;
DROP INDEX company_by_fetched;
DROP INDEX company_by_name;
DROP INDEX round_by_date;
DROP INDEX company_industry_by_name;
DROP INDEX round_told_by_round;
ALTER TABLE company DROP COLUMN search_folded;
ALTER TABLE company_industry DROP COLUMN name_folded;
`,
};
