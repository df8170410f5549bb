import { z } from 'zod';

export const watchlistIdSchema = z.string().min(1).max(60);
export const watchlistNameSchema = z.string().trim().min(1).max(80);
/** One of the user's lists. `count` is the number of companies on it. */
export const watchlistSchema = z.strictObject({
  id: watchlistIdSchema,
  name: watchlistNameSchema,
  count: z.int().min(0),
});
