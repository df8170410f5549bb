import type { FundingsQuery } from '../../../shared/model/query.ts';
import { KNOWN_STAGES } from '../service-api/decoders/stage.ts';
import { receivedRows, completeSets, type StoredSet } from '../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../database/sql.ts';
import type { FilterValues } from './filter-values.ts';
import { questionOfSet } from './query-key.ts';
import { isImplied, type KnownValues } from './containment.ts';
import { coverOf, type Cover, type CompleteAnswer, type AnswerRowFacts } from './coverage.ts';
import { daysOf, overlap } from './calendar-days.ts';
import { parseRowFacts } from './row-facts.ts';

/**
 * Maximum number of result sets to consider, newest first. Without this limit, a search would be slow after a
 * year of use.
 */
export const SETS_MAX = 400;
/** Maximum number of usable result sets whose rows are read, newest first. */
const ANSWERS_MAX = 60;

/**
 * Returns the part of a search for rounds that the library can answer.
 * @param listed the values from the newest `/filters` response; null if it was never fetched
 */
export function coverFromLibrary(db: ReadDb, requested: FundingsQuery, listed: FilterValues | null): Cover {
  const read = completeSets(db, 'fundings', SETS_MAX)
    .flatMap(answerOf)
    .filter(({ query }) => overlap(daysOf(query), daysOf(requested)) !== null && isImplied(query, requested))
    .slice(0, ANSWERS_MAX)
    .flatMap((answer) => {
      const rows = storedRowsOf(db, answer);
      return rows === null ? [] : [{ answer, rows }];
    });
  const bySet = new Map(read.map(({ answer, rows }) => [answer.setId, rows]));
  return coverOf(
    requested,
    { answers: read.map(({ answer }) => answer), rowsOf: ({ setId }) => bySet.get(setId) ?? null },
    { known: knownValues(listed, [...bySet.values()].flat()) },
  );
}

function answerOf(set: StoredSet): CompleteAnswer[] {
  const question = questionOfSet(set);
  return question?.list === 'fundings'
    ? [{ setId: set.setId, query: question.query, fetchedAtMs: set.fetchedAtMs }]
    : [];
}

function storedRowsOf(db: ReadDb, { setId }: CompleteAnswer): readonly AnswerRowFacts[] | null {
  const rows = receivedRows(db, setId);
  if (rows === null) return null;
  const storedRows = rows.flatMap(({ factsJson, ...row }) => {
    const parsed = parseRowFacts(factsJson);
    return parsed === null ? [] : [{ ...row, facts: parsed }];
  });
  return storedRows.length === rows.length ? storedRows : null;
}

/**
 * Returns the filter values that the service is known to recognize: those listed by `/filters` and those
 * found in rows. A stage found in a row does not count, because the service may not accept it in a filter
 * (spec §2.12).
 */
export function knownValues(
  filterValues: FilterValues | null,
  rows: readonly Pick<AnswerRowFacts, 'facts'>[],
): KnownValues {
  const listed = filterValues ?? NOTHING_LISTED;
  const stages = listed.stages.length === 0 ? KNOWN_STAGES : listed.stages;
  const known = {
    countries: new Set(listed.countries),
    stages: new Set(stages.map((stage) => stage.toLowerCase())),
    industries: new Set(listed.industries),
    tags: new Set(listed.tags),
    currencies: new Set(listed.currencies),
  };
  for (const { facts } of rows) {
    if (facts.country !== null) known.countries.add(facts.country);
    if (facts.currency !== null) known.currencies.add(facts.currency);
    for (const name of facts.industries?.names ?? []) known.industries.add(name);
    for (const name of facts.tags?.names ?? []) known.tags.add(name);
  }
  return known;
}
const NOTHING_LISTED = { countries: [], industries: [], stages: [], currencies: [], tags: [] };
