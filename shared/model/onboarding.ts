import { z } from 'zod';

/** What is tried out in the demo, in the order it is told. */
export const onboardingStepSchema = z.enum(['move', 'save', 'note', 'fetch', 'palette', 'quota']);
export type OnboardingStep = z.infer<typeof onboardingStepSchema>;

export const onboardingSchema = z.strictObject({
  /** In the demo alone: an account's own calls are nobody's exercise. */
  offered: z.boolean(),
  done: z.array(onboardingStepSchema).max(6),
  /** The seller skipped them, or closed their end. */
  hidden: z.boolean(),
});
export type Onboarding = z.infer<typeof onboardingSchema>;
