import { z } from 'zod';
import { TEXT_SIZES } from './text-sizes.ts';

/* The appearance of the app on this computer. */

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** Row spacing in lists. */
export const densitySchema = z.enum(['comfortable', 'compact']);
export type Density = z.infer<typeof densitySchema>;

export const textSizeSchema = z.literal(TEXT_SIZES);
export type TextSize = z.infer<typeof textSizeSchema>;

export const appearanceSchema = z.strictObject({
  theme: themeSchema,
  density: densitySchema,
  textSize: textSizeSchema,
});
export type AppearanceChoice = z.infer<typeof appearanceSchema>;
