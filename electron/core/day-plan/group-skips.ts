import { planSkipReasonSchema, type PlanSkip, type PlanSkipReason } from '../../../shared/model/plan.ts';

export interface SkipGroup {
  readonly why: PlanSkipReason;
  readonly skips: readonly PlanSkip[];
}

/** Groups skipped requests by reason, in the order of `planSkipReasonSchema`. */
export function groupSkips(all: readonly PlanSkip[]): SkipGroup[] {
  return planSkipReasonSchema.options.flatMap((why) => {
    const skips = all.filter((skip) => skip.why.why === why);
    return skips.length === 0 ? [] : [{ why, skips }];
  });
}

/**
 * Returns at most `max` skipped requests. If there are more, takes requests from each group in turn, so no
 * group takes all the places.
 */
export function examplesOf(groups: readonly SkipGroup[], max: number): PlanSkip[] {
  const all = groups.flatMap(({ skips }) => skips.map((skip, index) => ({ skip, index })));
  const chosen = new Set(
    all
      .toSorted((a, b) => a.index - b.index)
      .slice(0, max)
      .map(({ skip }) => skip),
  );
  return groups.flatMap(({ skips }) => skips.filter((skip) => chosen.has(skip)));
}
