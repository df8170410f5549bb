import { z } from 'zod';
import { call } from './kit.ts';
import { onboardingSchema, onboardingStepSchema } from '../model/settings/onboarding.ts';
import { nothing } from './atoms.ts';

/** The first steps in the demo. The demo's workspace stores the completed steps. */
export const onboardingContract = {
  get: call(nothing).returns(onboardingSchema),
  /**
   * Records that the user has completed a step. Does nothing if the step is already done or is not offered.
   */
  did: call(z.strictObject({ step: onboardingStepSchema })).returns(onboardingSchema),
  setHidden: call(z.strictObject({ hidden: z.boolean() })).returns(onboardingSchema),
};
