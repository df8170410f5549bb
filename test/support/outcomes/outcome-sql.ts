import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  all,
  exec,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';
import { clock, log } from '../app/library-fixtures.ts';

/*
 * The Outcomes figures, computed directly in SQL without any product code. The tables of the three files are
 * copied into one database, because the figures combine them.
 */

const TABLES = {
  cache: ['company', 'round', 'signal'],
  yours: [
    'company_opened',
    'own_act',
    'company_status',
    'contact_log',
    'saved_search',
    'search_fetched',
    'watchlist_entry',
  ],
  ledger: ['entry'],
} as const;

export interface OutcomeFiles {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/**
 * Copies the tables of all three files into one database. `searchOfEntry` maps the ledger row id of each list
 * request to the id of its saved search, or to null.
 */
export function combined(files: OutcomeFiles, searchOfEntry: ReadonlyMap<number, number | null>): WriteDb {
  const db = openDatabase(':memory:', { clock, log });
  for (const name of ['cache', 'yours', 'ledger'] as const)
    for (const table of TABLES[name]) {
      const info = all(files[name], `SELECT name, type FROM pragma_table_info('${table}')`);
      const columns = info.map((row) => text(row, 'name'));
      // The column types keep integers from being stored as floating-point numbers.
      exec(
        db,
        `CREATE TABLE ${table} (${info.map((row) => `${text(row, 'name')} ${text(row, 'type')}`).join(', ')})`,
      );
      const values = columns.map((_, at) => `:v${at}`).join(', ');
      for (const row of all(files[name], `SELECT * FROM ${table}`))
        run(
          db,
          `INSERT INTO ${table} VALUES (${values})`,
          Object.fromEntries(
            columns.map((column, at) => [`v${at}`, (row[column] ?? null) as string | number | null]),
          ),
        );
    }
  exec(db, 'CREATE TABLE list_request (id INTEGER, search_id INTEGER)');
  for (const [id, searchId] of searchOfEntry)
    run(db, 'INSERT INTO list_request VALUES (:id, :searchId)', { id, searchId });
  return db;
}

export interface SqlQuestion {
  /** The first local date, or null for all time. */
  readonly from: string | null;
  /** The list whose companies are counted, or null for all companies. */
  readonly listId: number | null;
}

const local = (ms: string): string => `date(${ms} / 1000, 'unixepoch', 'localtime')`;

const FACTS = `
source_of AS MATERIALIZED (
  SELECT company_id, first_seen_at_ms, lower(country_code) AS country, lower(stage) AS stage,
    coalesce(CASE WHEN found_by IS NOT NULL
        THEN (SELECT 's' || search_id FROM saved_search WHERE search_id = found_by)
        ELSE (SELECT 's' || search_id FROM search_fetched JOIN saved_search USING (question_key)
          WHERE search_fetched.company_id = company.company_id AND came_at_ms / 1000 = first_seen_at_ms / 1000
          ORDER BY position, search_id LIMIT 1) END,
      CASE WHEN EXISTS (SELECT 1 FROM signal WHERE signal.company_id = company.company_id
        AND min(coalesce(sent_at_ms, received_at_ms), received_at_ms) = first_seen_at_ms) THEN 'webhook' END,
      'other') AS source
  FROM company WHERE :from IS NULL OR ${local('first_seen_at_ms')} >= :from),
cohort AS MATERIALIZED (
  SELECT * FROM source_of WHERE :listId IS NULL OR company_id IN (SELECT company_id FROM watchlist_entry
    WHERE list_id = :listId AND dropped = 0)),
status_change AS MATERIALIZED (
  SELECT company_id, place, at_ms,
    CASE coalesce(status, 'new') WHEN 'new' THEN 0 WHEN 'contacted' THEN 3 WHEN 'replied' THEN 4 WHEN 'meeting' THEN 5
      WHEN 'won' THEN 6 END AS step
  FROM (SELECT company_id, act_id AS place, at_ms, about AS status FROM own_act WHERE what = 'status'
    UNION ALL SELECT company_id, 1e15, set_at_ms, status_id FROM company_status)),
reached AS MATERIALIZED (
  SELECT company_id, 1 AS step, ${local('opened_at_ms')} AS day FROM company_opened
  UNION ALL SELECT company_id, 2, ${local('completed_ms')} FROM entry
    WHERE endpoint = 'contacts' AND state = 'spent' AND cost_records > 0
  UNION ALL SELECT company_id, step, ${local('at_ms')} FROM status_change AS change
    WHERE step > 0 AND NOT EXISTS (SELECT 1 FROM status_change AS later
      WHERE later.company_id = change.company_id AND later.place > change.place AND later.step < change.step)
  UNION ALL SELECT company_id, 3, happened_on FROM contact_log WHERE answer IS NULL AND channel <> 'meeting'
  UNION ALL SELECT company_id, 4, happened_on FROM contact_log WHERE answer IS NOT NULL
  UNION ALL SELECT company_id, 5, happened_on FROM contact_log
    WHERE answer = 'meeting' OR (answer IS NULL AND channel = 'meeting')),
step_day AS MATERIALIZED (
  SELECT company_id, step, min(day) AS day FROM (
    SELECT company_id, 0 AS step, ${local('first_seen_at_ms')} AS day FROM cohort UNION ALL SELECT * FROM reached)
  GROUP BY company_id, step),
pool AS MATERIALIZED (
  SELECT coalesce((SELECT 's' || search_id FROM saved_search WHERE saved_search.search_id = list_request.search_id), 'other') AS source,
    sum(coalesce(cost_records, reserved_records)) AS records
  FROM entry JOIN list_request USING (id)
  WHERE state IN ('spent', 'unknown') AND (:from IS NULL OR ${local('completed_ms')} >= :from) GROUP BY 1),
share AS MATERIALIZED (
  SELECT source, 1.0 * records / (SELECT count(*) FROM source_of WHERE source_of.source = pool.source) AS records FROM pool),
figures AS MATERIALIZED (
  SELECT cohort.*, (SELECT max(step) FROM step_day WHERE step_day.company_id = cohort.company_id) AS level,
    coalesce((SELECT sum(coalesce(cost_records, reserved_records)) FROM entry
      WHERE entry.company_id = cohort.company_id AND state IN ('spent', 'unknown')), 0)
      + coalesce((SELECT records FROM share WHERE share.source = cohort.source), 0) AS records,
    (SELECT day FROM step_day WHERE step_day.company_id = cohort.company_id AND step = 3) AS contacted_on,
    (SELECT day FROM step_day WHERE step_day.company_id = cohort.company_id AND step = 4) AS replied_on
  FROM cohort),
timed AS MATERIALIZED (
  SELECT figures.*, julianday(contacted_on) - julianday((SELECT max(announced_on) FROM round
      WHERE round.company_id = figures.company_id AND announced_on <= contacted_on)) AS to_contact,
    CASE WHEN replied_on >= contacted_on THEN julianday(replied_on) - julianday(contacted_on) END AS to_reply
  FROM figures)`;

const GROUPS = {
  all: "'all'",
  search: 'source',
  stage: 'stage',
  country: 'country',
} as const;
export type SqlGrouping = keyof typeof GROUPS;

export interface SqlFunnel {
  readonly key: string | null;
  readonly counts: readonly number[];
  /** Not rounded. */
  readonly records: number;
  readonly daysToContact: number | null;
  readonly daysToReply: number | null;
}

const median = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length < 10) return null;
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
};

const paramsOf = ({ from, listId }: SqlQuestion) => ({ from, listId });
const json = (value: string): number[] =>
  (JSON.parse(value) as (number | null)[]).filter((each) => each !== null);

export const funnels = (db: ReadDb, question: SqlQuestion, by: SqlGrouping): SqlFunnel[] =>
  all(
    db,
    `WITH ${FACTS}
     SELECT ${GROUPS[by]} AS key, ${[0, 1, 2, 3, 4, 5, 6].map((step) => `sum(level >= ${step}) AS n${step}`).join(', ')},
       sum(records) AS records, json_group_array(to_contact) AS to_contact, json_group_array(to_reply) AS to_reply
     FROM timed GROUP BY 1`,
    paramsOf(question),
  ).map((row) => ({
    key: textOrNull(row, 'key'),
    counts: [0, 1, 2, 3, 4, 5, 6].map((step) => num(row, `n${step}`)),
    records: num(row, 'records'),
    daysToContact: median(json(text(row, 'to_contact'))),
    daysToReply: median(json(text(row, 'to_reply'))),
  }));

/**
 * Maps each saved search or other source that found no company to the number of records that its list
 * requests used.
 */
export const unusedRecords = (db: ReadDb, question: SqlQuestion): Map<string, number> =>
  new Map(
    all(
      db,
      `WITH ${FACTS} SELECT source, records FROM pool WHERE source NOT IN (SELECT source FROM source_of)`,
      paramsOf(question),
    ).map((row) => [text(row, 'source'), num(row, 'records')]),
  );

/** Returns, for each step, the median number of days since the previous step. */
export const stepDays = (db: ReadDb, question: SqlQuestion): (number | null)[] =>
  [1, 2, 3, 4, 5, 6].map((step) =>
    median(
      all(
        db,
        `WITH ${FACTS}
         SELECT julianday(now.day) - julianday(before.day) AS days FROM step_day AS now
         JOIN step_day AS before ON before.company_id = now.company_id AND before.step = now.step - 1
         WHERE now.step = :step AND now.day >= before.day AND now.company_id IN (SELECT company_id FROM cohort)`,
        { ...paramsOf(question), step },
      ).map((row) => numOrNull(row, 'days') ?? 0),
    ),
  );
