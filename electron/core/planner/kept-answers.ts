import type { FundingsQuery } from '../../../shared/model/query.ts';
import { KNOWN_STAGES } from '../api/decode-stage.ts';
import { toldRows, wholeSets, type StoredSet } from '../db/queries/query-sets.ts';
import type { ReadDb } from '../db/sql.ts';
import type { FilterValues } from '../library/filter-values.ts';
import { questionOfSet } from '../library/stored-query.ts';
import { isImplied, type KnownValues } from './containment.ts';
import { coverOf, type Cover, type KeptAnswer, type KeptRow } from './cover.ts';
import { daysOf, overlap } from './days.ts';
import type { PlannerDefect } from './planted-defect.ts';
import { parseTold } from './told.ts';

/** Older sets are not looked at: a year of ten searches a day would make every plan slow. */
export const SETS_MAX = 400;
/** Of those that can serve a question, so many newest ones are read. */
const ANSWERS_MAX = 60;

/** What the library can answer of a question about rounds by itself. `listed`: what `/filters` told, null where it was never asked. */
export function coverFromLibrary(
  db: ReadDb,
  asked: FundingsQuery,
  listed: FilterValues | null,
  plantedDefect?: PlannerDefect,
): Cover {
  const read = wholeSets(db, 'fundings', SETS_MAX)
    .flatMap(answerOf)
    .filter(({ query }) => overlap(daysOf(query), daysOf(asked)) !== null && isImplied(query, asked))
    .slice(0, ANSWERS_MAX)
    .flatMap((answer) => {
      const rows = keptRows(db, answer);
      return rows === null ? [] : [{ answer, rows }];
    });
  const bySet = new Map(read.map(({ answer, rows }) => [answer.setId, rows]));
  return coverOf(
    asked,
    { answers: read.map(({ answer }) => answer), rowsOf: ({ setId }) => bySet.get(setId) ?? null },
    { known: knownValues(listed, [...bySet.values()].flat()), plantedDefect },
  );
}

function answerOf(set: StoredSet): KeptAnswer[] {
  const question = questionOfSet(set);
  return question?.list === 'fundings'
    ? [{ setId: set.setId, query: question.query, fetchedAtMs: set.fetchedAtMs }]
    : [];
}

function keptRows(db: ReadDb, { setId }: KeptAnswer): readonly KeptRow[] | null {
  const rows = toldRows(db, setId);
  if (rows === null) return null;
  const kept = rows.flatMap(({ told, ...row }) => {
    const parsed = parseTold(told);
    return parsed === null ? [] : [{ ...row, told: parsed }];
  });
  return kept.length === rows.length ? kept : null;
}

/**
 * What `/filters` listed, and what rows showed: a value that the service writes it knows. Stages alone go by the list,
 * because rows may show one that no filter knows [§2.12].
 */
function knownValues(told: FilterValues | null, rows: readonly KeptRow[]): KnownValues {
  const listed = told ?? NOTHING_LISTED;
  const stages = listed.stages.length === 0 ? KNOWN_STAGES : listed.stages;
  const known = {
    countries: new Set(listed.countries),
    stages: new Set(stages.map((stage) => stage.toLowerCase())),
    industries: new Set(listed.industries),
    tags: new Set(listed.tags),
    currencies: new Set(listed.currencies),
  };
  for (const { told } of rows) {
    if (told.country !== null) known.countries.add(told.country);
    if (told.currency !== null) known.currencies.add(told.currency);
    for (const name of told.industries?.names ?? []) known.industries.add(name);
    for (const name of told.tags?.names ?? []) known.tags.add(name);
  }
  return known;
}
const NOTHING_LISTED = { countries: [], industries: [], stages: [], currencies: [], tags: [] };
