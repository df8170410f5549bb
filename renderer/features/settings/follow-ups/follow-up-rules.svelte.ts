import { DAYS_OFF_MAX, FOLLOW_UPS_MAX, FOLLOW_UP_OFFSET_MAX } from '../../../../shared/model/limits.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { DayOff, FollowUpRules } from '../../../../shared/model/settings/follow-ups.ts';
import { isDate } from '../../../lib/date-ranges.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { followUpSettings as strings } from './strings.ts';

export class FollowUpRulesState {
  /** Null until the rules have loaded. */
  rules = $state.raw<FollowUpRules | null>(null);
  failed = $state(false);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.followUps.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.followUps.rules({}),
      ({ rules }) => {
        this.rules = rules;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }
  /** Changes some of the rules. Returns an undo token, or null if nothing changed. */
  async change(change: Partial<FollowUpRules>): Promise<string | null> {
    if (this.rules === null) return null;
    const { undo } = await this.#api.followUps.setRules({ rules: { ...this.rules, ...change } });
    await this.refresh();
    return undo;
  }
}

/** Parses typed numbers of working days, such as `3, 8`. Returns null if the text is not valid. */
export function parseOffsets(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean);
  if (parts.length === 0 || parts.length > FOLLOW_UPS_MAX || !parts.every((part) => /^\d{1,3}$/.test(part)))
    return null;
  const offsets = parts.map(Number);
  const isValid = offsets.every(
    (value, index) => value >= 1 && value <= FOLLOW_UP_OFFSET_MAX && value > (offsets[index - 1] ?? 0),
  );
  return isValid ? offsets : null;
}

/**
 * Returns an error for each of the two typed fields of a new day off. The error is null if the field is
 * valid.
 */
export function dayOffErrors(
  typed: { readonly from: string; readonly to: string },
  daysOff: readonly DayOff[],
): { readonly from: string | null; readonly to: string | null } {
  const [from, to] = [typed.from.trim(), typed.to.trim()];
  if (daysOff.length >= DAYS_OFF_MAX) return { from: strings.full, to: null };
  if (!isDate(from)) return { from: strings.wrongDay, to: null };
  if (to !== '' && !isDate(to)) return { from: null, to: strings.wrongDay };
  return { from: null, to: to !== '' && to < from ? strings.wrongOrder : null };
}

/**
 * Adds a range to the days off and sorts the ranges by their first day. A range that is already included is
 * not added twice.
 */
export const withDayOff = (daysOff: readonly DayOff[], added: DayOff): DayOff[] =>
  [...daysOff.filter(({ from, to }) => from !== added.from || to !== added.to), added].toSorted((a, b) =>
    a.from.localeCompare(b.from),
  );
