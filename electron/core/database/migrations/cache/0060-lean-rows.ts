import type { Migration } from '../../migrate.ts';

/*
 * Lists are sorted and searched in memory (library/index/), so the columns and indexes for sorting and
 * searching are dropped. Rows do not arrive in the order of an index, so each index cost an additional page
 * write per row. The rounds of a company need no separate index, because the primary key finds the few rounds
 * that a company has.
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
