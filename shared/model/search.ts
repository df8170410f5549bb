import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { fundingsQuerySchema } from './query.ts';

const count = z.int().min(0);

/** What a filter of the lists can be filled with by typing. */
export const suggestFieldSchema = z.enum([
  'countries',
  'industries',
  'stages',
  'companySizes',
  'currencies',
  'tags',
  'technologies',
  'investors',
]);

export const suggestionsSchema = z.strictObject({
  values: z
    .array(z.strictObject({ value: z.string().max(200), label: z.string().max(200) }))
    .max(LIST_LIMIT_MAX),
  total: count,
  fetchedAtMs: timeMsSchema.nullable(),
});

/** The answers to one query on one day, as kept on this laptop. */
export const resultSetSchema = z.strictObject({
  setId: z.string().max(60),
  query: fundingsQuerySchema,
  total: count,
  loaded: count,
  /** `truncated`: more match than the 500 rows that the service lets anyone reach [§4.2]. */
  state: z.enum(['complete', 'partial', 'truncated']),
  fetchedAtMs: timeMsSchema,
});
