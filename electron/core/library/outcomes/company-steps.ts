import { OUTCOME_STEPS, type OutcomeStep } from '../../../../shared/model/outcomes/outcome-values.ts';

/*
 * Determines which steps a company has reached, and the first day of each step. Days are numbers of days
 * since 1970-01-01. Pure.
 *
 * A status means the same step even if the user has renamed it. Setting an earlier status or clearing the
 * status counts as a correction. It removes the later steps that came from statuses; steps from the contact
 * log remain.
 */

export const STEPS = OUTCOME_STEPS.length;
export const stepNumber = (step: OutcomeStep): number => OUTCOME_STEPS.indexOf(step);
export const CONTACTED = stepNumber('contacted');
export const REPLIED = stepNumber('replied');
export const MEETING = stepNumber('meeting');
export const WON = stepNumber('won');

const STEP_OF_STATUS: Readonly<Record<string, number>> = {
  new: 0,
  contacted: CONTACTED,
  replied: REPLIED,
  meeting: MEETING,
  won: WON,
};

export interface CompanySteps {
  /** For each step, the first day on which the company reached it; null if unknown. */
  readonly days: (number | null)[];
  /** Like `days`, but only from statuses. */
  readonly statusDays: (number | null)[];
  /**
   * Whether the company still counts as Lost. True from the change to the status Lost until the status is
   * cleared or set to the status of a step.
   */
  isLost: boolean;
  /** Whether a contact answered that they are not interested. */
  isDeclined: boolean;
}

const NONE: readonly (number | null)[] = OUTCOME_STEPS.map(() => null);
export const createSteps = (): CompanySteps => ({
  days: [...NONE],
  statusDays: [...NONE],
  isLost: false,
  isDeclined: false,
});

const keepEarliest = (days: (number | null)[], step: number, day: number): void => {
  const known = days[step] ?? null;
  if (known === null || day < known) days[step] = day;
};

export const addStep = ({ days }: CompanySteps, step: number, day: number): void =>
  keepEarliest(days, step, day);

/** Applies a status change. Must be called for all changes in chronological order. */
export function addStatus(steps: CompanySteps, statusId: string | null, day: number): void {
  if (statusId === 'lost') steps.isLost = true;
  const step = statusId === null ? 0 : STEP_OF_STATUS[statusId];
  if (step === undefined) return;
  steps.isLost = false;
  steps.statusDays.fill(null, step + 1);
  if (step > 0) keepEarliest(steps.statusDays, step, day);
}

export function addEntry(
  steps: CompanySteps,
  { channel, answer }: { readonly channel: string; readonly answer: string | null },
  day: number,
): void {
  if (answer !== null) addStep(steps, REPLIED, day);
  if (answer === 'not-interested') steps.isDeclined = true;
  if (answer === 'meeting' || (answer === null && channel === 'meeting')) addStep(steps, MEETING, day);
  else if (answer === null) addStep(steps, CONTACTED, day);
}

/** Returns the first day of a step; null if it is unknown. */
export function dayOfStep({ days, statusDays }: CompanySteps, step: number): number | null {
  const [own, byStatus] = [days[step] ?? null, statusDays[step] ?? null];
  return own === null || byStatus === null ? (own ?? byStatus) : Math.min(own, byStatus);
}

/**
 * Returns the first day on which a company reached this step or a later one; null if it has reached none of
 * them, or if the day is unknown.
 */
export function firstDayOf(steps: CompanySteps, step: number): number | null {
  let first: number | null = null;
  for (let each = step; each < STEPS; each += 1) {
    const day = dayOfStep(steps, each);
    if (day !== null && (first === null || day < first)) first = day;
  }
  return first;
}

/** Returns the last step that a company has reached. */
export function levelOf(steps: CompanySteps): number {
  for (let step = STEPS - 1; step > 0; step -= 1) if (dayOfStep(steps, step) !== null) return step;
  return 0;
}

/** Returns whether the outcome is known: won, lost, or not interested. */
export const isDecided = (steps: CompanySteps): boolean =>
  dayOfStep(steps, WON) !== null || steps.isLost || steps.isDeclined;
