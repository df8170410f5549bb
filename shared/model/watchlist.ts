import { z } from 'zod';

export const watchlistIdSchema = z.string().min(1).max(60);
export const watchlistNameSchema = z.string().trim().min(1).max(80);
/** One of the seller's lists; `count` companies stand on it. */
export const watchlistSchema = z.strictObject({
  id: watchlistIdSchema,
  name: watchlistNameSchema,
  count: z.int().min(0),
});
