import { z } from 'zod';
import { call } from './contract-kit.ts';
import { onboardingSchema, onboardingStepSchema } from './model/onboarding.ts';

/** First steps in the demo, kept with its workspace: what was done stays done across restarts. */
export const onboardingContract = {
  get: call(z.strictObject({})).returns(onboardingSchema),
  /** The seller did it, of himself. Harmless where it was done before, or where none are offered. */
  did: call(z.strictObject({ step: onboardingStepSchema })).returns(onboardingSchema),
  /** Puts the steps out of sight, or back. */
  setHidden: call(z.strictObject({ hidden: z.boolean() })).returns(onboardingSchema),
};
