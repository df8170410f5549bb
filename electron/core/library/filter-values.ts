import { z } from 'zod';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { UnlistedValue } from '../../../shared/model/search.ts';
import { filterSnapshot } from '../db/queries/filters.ts';
import type { ReadDb } from '../db/sql.ts';

const names = z.array(z.string()).catch([]);
const filtersSchema = z.object({
  countries: names,
  industries: names,
  stages: names,
  companySizes: names,
  currencies: names,
  tags: z
    .array(z.object({ name: z.string() }))
    .catch([])
    .transform((tags) => tags.map(({ name }) => name)),
  technologies: names,
});

/** What the newest `/filters` listed [§2.12]; a field that it did not tell is empty. */
export type FilterValues = z.output<typeof filtersSchema> & { readonly fetchedAtMs: number };

/** Null: never fetched. */
export function filterValuesOf(db: ReadDb): FilterValues | null {
  const snapshot = filterSnapshot(db);
  if (snapshot === null) return null;
  return { ...filtersSchema.parse(JSON.parse(snapshot.filters)), fetchedAtMs: snapshot.fetchedAtMs };
}

/**
 * The values of a question that the list does not hold. Stages are compared without regard to case [§4.2]. A field of which
 * the service listed nothing says nothing about its values.
 */
export function unlistedValues({ query }: ListQuery, listed: FilterValues | null): UnlistedValue[] {
  if (listed === null) return [];
  const { countries, stages, industries, technologies, companySizes, tags } = query;
  const asked = {
    ...{ countries, stages, industries, technologies, companySizes, tags },
    currencies: query.currency === undefined ? [] : [query.currency],
  };
  return UNLISTED_FIELDS.flatMap((field) => {
    if (asked[field].length === 0) return [];
    const known = new Set(listed[field].map((value) => sameAs(field, value)));
    if (known.size === 0) return [];
    return asked[field]
      .filter((value) => !known.has(sameAs(field, value)))
      .map((value) => ({ field, value }));
  });
}

const UNLISTED_FIELDS = [
  'countries',
  'stages',
  'industries',
  'technologies',
  'companySizes',
  'tags',
  'currencies',
] as const satisfies readonly UnlistedValue['field'][];
const sameAs = (field: UnlistedValue['field'], value: string): string =>
  field === 'stages' ? value.toLowerCase() : value;
