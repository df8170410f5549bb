import { join } from 'node:path';
import { openWorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { createSystemClock } from '../../electron/adapters/system-clock.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { all, close, exec } from '../../electron/core/database/sql.ts';
import { createLibrarySearch } from '../../electron/core/library/index/library-search.ts';
import { createOutcomeReader } from '../../electron/core/library/outcomes/outcomes.ts';
import { outcomeQuestionSchema } from '../../shared/model/outcomes/outcomes.ts';
import { OUTCOME_GROUPINGS } from '../../shared/model/outcomes/outcome-values.ts';
import { SEARCH_ALONE } from '../../test/support/app/search-alone.ts';
import { createStallWatch } from '../lib/stalls.ts';
import { startTimes } from '../lib/times.ts';

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Adds a year of work to the companies. Three in four were found by a saved search, one in ten was opened,
 * one in ten has fetched contacts, and one in twenty was contacted. Some of the contacted companies replied
 * or were won.
 */
export function fillWork(folder: string): void {
  const files = openWorkspaceFiles(folder, { clock, log });
  exec(
    files.cache,
    `UPDATE company SET found_by = rowid % 8 + 1, first_seen_at_ms = fetched_at_ms WHERE rowid % 4 > 0;
     DELETE FROM search_dirty`,
  );
  exec(
    files.yours,
    `INSERT INTO saved_search (name, name_folded, question, question_key, position, created_at_ms)
       SELECT 'Search ' || value, 'search ' || value, '{}', 'key ' || value, value, 1 FROM json_each('[1,2,3,4,5,6,7,8]')`,
  );
  const ids = `(SELECT company_id, company_name, row_number() OVER (ORDER BY company_id) AS n FROM watchlist_entry)`;
  exec(
    files.yours,
    `INSERT INTO company_opened SELECT company_id, 1000000000000 + n FROM ${ids};
     INSERT INTO own_act (company_id, company_name, at_ms, what, about)
       SELECT company_id, company_name, 1000000000000 + n, 'status',
         CASE n % 4 WHEN 0 THEN 'won' WHEN 1 THEN 'replied' WHEN 2 THEN 'lost' ELSE 'contacted' END FROM ${ids} WHERE n % 2 = 0;
     INSERT INTO contact_log (company_id, company_name, happened_on, channel, line, created_at_ms)
       SELECT company_id, company_name, '2027-05-01', 'email', '', 1 FROM ${ids} WHERE n % 2 = 0`,
  );
  const rows = `WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 30000)`;
  exec(
    files.ledger,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, accepted_requests,
       accepted_records, accepted_page_turns, accepted_companies, reserved_requests, reserved_records,
       reserved_page_turns, reserved_companies, state, from_ms, completed_ms, cost_records)
     ${rows} SELECT 1, 1, n, n, CASE n % 3 WHEN 0 THEN 'fundings' WHEN 1 THEN 'company' ELSE 'contacts' END,
       CASE n % 3 WHEN 0 THEN '/fundings?limit=25&offset=' || n % 500 ELSE '/companies/c' || n END,
       CASE n % 3 WHEN 0 THEN NULL ELSE 'c' || n END, 'search', '', 1, 25, 1, 0, 1, 25, 1, 0, 'spent', n, n, 9 FROM counter`,
  );
  files.close();
}

interface OutcomeTimes {
  readonly openedMs: readonly number[];
  readonly changedMs: readonly number[];
  /**
   * How long, in ms, plain SQL takes to compute the counts and records of each saved search. The SQL omits
   * the medians that Outcomes shows.
   */
  readonly sqlMs: readonly number[];
  /** The longest turn of the event loop. */
  readonly stallMs: number;
}

/** Measures how long it takes to open Outcomes with its suggestions, and to change its grouping. */
export async function measureOutcomes(
  folder: string,
  { opened, sqlRuns }: { readonly opened: number; readonly sqlRuns: number },
  nowMs: number,
): Promise<OutcomeTimes> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const search = createLibrarySearch({ ...files, clock, log, ...SEARCH_ALONE, contactNames: () => null });
  search.warm();
  await search.settled();
  const [openedMs, changedMs]: [number[], number[]] = [[], []];
  const stalls = createStallWatch();
  for (let at = 0; at < opened; at += 1) {
    const reader = createOutcomeReader(files, search);
    const end = startTimes();
    await reader.read(outcomeQuestionSchema.parse({ period: 'all' }), nowMs);
    await reader.readSuggestions();
    openedMs.push(end().ms);
    for (const by of OUTCOME_GROUPINGS) {
      const endChange = startTimes();
      await reader.read(outcomeQuestionSchema.parse({ period: 'all', by }), nowMs);
      changedMs.push(endChange().ms);
    }
  }
  const stallMs = stalls.end().maxMs;
  search.dispose();
  await search.settled();
  files.close();
  return { openedMs, changedMs, sqlMs: measureSql(folder, sqlRuns), stallMs };
}

const STEPS_SQL = `
WITH reached AS (
  SELECT company_id, 1 AS step FROM yours.company_opened
  UNION ALL SELECT company_id, 2 FROM ledger.entry
    WHERE endpoint = 'contacts' AND state = 'spent' AND cost_records > 0
  UNION ALL SELECT company_id, CASE about WHEN 'contacted' THEN 3 WHEN 'replied' THEN 4 WHEN 'won' THEN 6 ELSE 0 END
    FROM yours.own_act WHERE what = 'status'
  UNION ALL SELECT company_id, CASE WHEN answer IS NULL THEN 3 ELSE 4 END FROM yours.contact_log),
level AS (SELECT company_id, max(step) AS level FROM reached GROUP BY company_id),
cost AS (
  SELECT company_id, sum(coalesce(cost_records, reserved_records)) AS records FROM ledger.entry
  WHERE state IN ('spent', 'unknown') AND company_id IS NOT NULL GROUP BY company_id)
SELECT found_by, count(*), sum(level >= 1), sum(level >= 2), sum(level >= 3), sum(level >= 4), sum(level >= 6), sum(records)
FROM company LEFT JOIN level USING (company_id) LEFT JOIN cost USING (company_id) GROUP BY found_by`;

function measureSql(folder: string, runs: number): number[] {
  const db = openDatabase(join(folder, 'cache.db'), { clock, log });
  for (const name of ['yours', 'ledger']) exec(db, `ATTACH '${join(folder, `${name}.db`)}' AS ${name}`);
  const times = Array.from({ length: runs }, () => {
    const end = startTimes();
    all(db, STEPS_SQL);
    return end().ms;
  });
  close(db);
  return times;
}
