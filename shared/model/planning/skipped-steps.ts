import type { PlanRunItem } from '../plan.ts';

/** Why a request is skipped because of something that the user did after approving the run. */
export const SKIPPED_STEPS = ['marked-done', 'snoozed', 'ours'] as const;

/** Returns whether a request was skipped. */
export const isSkipped = ({ step }: Pick<PlanRunItem, 'step'>): boolean =>
  SKIPPED_STEPS.some((skipped) => skipped === step);
