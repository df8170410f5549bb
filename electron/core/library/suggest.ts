import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { filterSnapshot } from '../db/queries/filters.ts';
import { investorNames } from '../db/queries/rounds.ts';
import type { ReadDb } from '../db/sql.ts';
import { fold } from './fold.ts';

export type SuggestField =
  | 'countries'
  | 'industries'
  | 'stages'
  | 'companySizes'
  | 'currencies'
  | 'tags'
  | 'technologies'
  | 'investors';

export interface Suggestion {
  value: string;
  label: string;
}
export interface Suggestions {
  values: Suggestion[];
  total: number;
  fetchedAtMs: number | null;
}

/** Observed stages [§2.12], for as long as `/filters` was not fetched [R-2-41]. */
export const KNOWN_STAGES = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C+',
  'Debt',
  'Bootstrapped',
  'Undisclosed',
] as const;

/** A value that is longer could not be sent back as a filter. */
const VALUE_MAX = 200;

const names = z.array(z.string()).catch([]);
const filtersSchema = z.object({
  countries: names,
  industries: names,
  stages: names,
  companySizes: names,
  currencies: names,
  tags: z.array(z.object({ name: z.string() })).catch([]),
  technologies: names,
});

/** Values for a filter by what was typed: those that begin with it first, in the service's order. At most 50. */
export function suggest(db: ReadDb, request: { field: SuggestField; text: string }): Suggestions {
  const typed = fold(request.text);
  if (request.field === 'investors') return suggestInvestors(db, typed);
  const snapshot = filterSnapshot(db);
  const known = snapshot === null ? null : filtersSchema.parse(JSON.parse(snapshot.filters));
  const values = valuesOf(known, request.field);
  const matching = values
    .map((value) => ({ value, place: placeIn(value, typed) }))
    .filter(({ place }) => place >= 0);
  const ordered = [
    ...matching.filter(({ place }) => place === 0),
    ...matching.filter(({ place }) => place > 0),
  ];
  return {
    values: ordered.slice(0, LIST_LIMIT_MAX).map(({ value }) => value),
    total: ordered.length,
    fetchedAtMs: snapshot?.fetchedAtMs ?? null,
  };
}

function valuesOf(
  filters: z.infer<typeof filtersSchema> | null,
  field: Exclude<SuggestField, 'investors'>,
): Suggestion[] {
  const told = field === 'tags' ? filters?.tags.map(({ name }) => name) : filters?.[field];
  const values =
    field === 'stages' && (told === undefined || told.length === 0) ? KNOWN_STAGES : (told ?? []);
  const usable = [...new Set(values)].filter((value) => value !== '' && value.length <= VALUE_MAX);
  if (field !== 'countries') return usable.map((value) => ({ value, label: value }));
  const labels = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return usable.map((value) => ({
    value,
    label: /^[A-Z]{2}$/.test(value) ? (labels.of(value) ?? value) : value,
  }));
}

/** Where the typed text stands in a value or its label; -1 where it does not. */
function placeIn({ value, label }: Suggestion, typed: string): number {
  const places = [fold(label).indexOf(typed), value === label ? -1 : fold(value).indexOf(typed)];
  const found = places.filter((place) => place >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** The service lists no investors: those of the rounds kept here. */
function suggestInvestors(db: ReadDb, typed: string): Suggestions {
  const { names: found, total } = investorNames(db, typed, LIST_LIMIT_MAX);
  const usable = found.filter((name) => name !== '' && name.length <= VALUE_MAX);
  return { values: usable.map((name) => ({ value: name, label: name })), total, fetchedAtMs: null };
}
