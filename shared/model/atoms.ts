import { z } from 'zod';

/* Schemas of single values that many parts of the model share. */

/** The id of a row in a database, as text. */
export const rowIdSchema = z.string().regex(/^\d{1,15}$/);
export const countSchema = z.int().min(0);
/** A count that may come from the service. The maximum rejects absurd values. */
export const limitedCountSchema = z.int().min(0).max(1_000_000_000);
