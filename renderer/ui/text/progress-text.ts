import type { Progress } from '../../../shared/model/progress.ts';
import { waitText } from '../../lib/format.ts';
import { shortCostText } from './price-text.ts';
import { progress as words } from './progress-strings.ts';

export interface ProgressText {
  readonly title: string;
  /** `4 of 6 calls · 21 records so far`; empty where nothing can be told. */
  readonly far: string;
  /** `about 4 min left`; null while it would be a guess. */
  readonly left: string | null;
  /** 0 to 1; null where nobody knows how much it will be. */
  readonly share: number | null;
}

/** Sooner than this nothing is said of what is left, ms: the first steps tell little. */
const GUESS_AFTER_MS = 2_000;

/** @param nowMs this laptop's clock: what is going on here is timed here */
export function progressText(work: Progress, nowMs: number): ProgressText {
  const { kind, done, total, cost } = work;
  const unit = words.units[kind];
  const spent = cost === null ? null : shortCostText(cost);
  const steps = total !== null ? words.of(done, total, unit) : done > 0 ? words.so(done, unit) : null;
  return {
    title: words.kinds[kind],
    far: [steps, spent === null ? null : words.soFar(spent)].filter((part) => part !== null).join(' · '),
    left: leftOf(work, nowMs),
    share: total === null || total === 0 ? null : Math.min(1, done / total),
  };
}

/** In the status bar: `Running today’s plan: 4 of 6`. */
export function progressLine(work: Progress, others: number): string {
  const { kind, done, total } = work;
  const far = total === null ? '' : `: ${words.short(done, total)}`;
  return [`${words.kinds[kind]}${far}`, ...(others > 0 ? [words.more(others)] : [])].join(', ');
}

function leftOf({ done, total, startedAtMs }: Progress, nowMs: number): string | null {
  const past = nowMs - startedAtMs;
  if (total === null || done === 0 || done >= total || past < GUESS_AFTER_MS) return null;
  return words.left(waitText((past / done) * (total - done), 0));
}
