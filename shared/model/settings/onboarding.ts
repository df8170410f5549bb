import { z } from 'zod';

/** Steps to try in the demo, in display order. */
export const onboardingStepSchema = z.enum(['move', 'save', 'note', 'fetch', 'palette', 'quota']);
export type OnboardingStep = z.infer<typeof onboardingStepSchema>;

export const onboardingSchema = z.strictObject({
  /** Whether the steps are offered; true only in the demo. */
  offered: z.boolean(),
  done: z.array(onboardingStepSchema).max(6),
  /** Whether the user skipped or closed the steps. */
  hidden: z.boolean(),
});
export type Onboarding = z.infer<typeof onboardingSchema>;
