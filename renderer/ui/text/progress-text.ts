import type { Progress } from '../../../shared/model/progress.ts';
import { waitText } from '../../lib/format.ts';
import { shortCostText } from './price-text.ts';
import { progress as strings } from './progress-strings.ts';

interface ProgressText {
  readonly title: string;
  /** The progress, such as `4 of 6 requests · 21 records so far`; empty if nothing is known yet. */
  readonly summary: string;
  /**
   * The remaining time, such as `about 4 min left`; null while there is too little progress for an estimate.
   */
  readonly left: string | null;
  /** The completed share, 0 to 1; null if the total is unknown. */
  readonly share: number | null;
}

/** An estimate of the remaining time is shown only after this many ms, because it is inaccurate at first. */
const GUESS_AFTER_MS = 2_000;

/**
 * Describes the progress of long-running work.
 *
 * @param nowMs the current time by this computer's clock, like `startedAtMs`
 */
export function progressText(work: Progress, nowMs: number): ProgressText {
  const { kind, done, total, cost } = work;
  const unit = strings.units[kind];
  const spent = cost === null ? null : shortCostText(cost);
  const steps =
    total !== null ? strings.of(done, total, unit) : done > 0 ? strings.countOnly(done, unit) : null;
  return {
    title: strings.kinds[kind],
    summary: [steps, spent === null ? null : strings.soFar(spent)]
      .filter((part) => part !== null)
      .join(' · '),
    left: timeLeft(work, nowMs),
    share: total === null || total === 0 ? null : Math.min(1, done / total),
  };
}

/**
 * Returns the text for the status bar, such as `Running plan: 4 of 6 · Backing up`; null if no work is in
 * progress.
 */
export function progressLine(works: readonly Progress[]): string | null {
  const [first, second, ...others] = works;
  if (first === undefined) return null;
  const { kind, done, total } = first;
  const summary = total === null ? '' : `: ${strings.short(done, total)}`;
  const rest =
    second === undefined
      ? []
      : [others.length === 0 ? strings.kinds[second.kind] : strings.more(others.length + 1)];
  return [`${strings.kinds[kind]}${summary}`, ...rest].join(' · ');
}

function timeLeft({ done, total, startedAtMs }: Progress, nowMs: number): string | null {
  const past = nowMs - startedAtMs;
  if (total === null || done === 0 || done >= total || past < GUESS_AFTER_MS) return null;
  return strings.left(waitText((past / done) * (total - done), 0));
}
