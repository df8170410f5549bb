import type { Silence } from '../../../../shared/model/signal.ts';
import { plural } from '../../../lib/format.ts';
import { signalsLight } from './status-strings.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';

const strings = signalsLight.silence;

/**
 * Returns the usual interval between deliveries, for use after `every`: `hour`, `8 hours`, `day`, `7 days`.
 */
function gapText(ms: number): string {
  const [unit, name] = ms < 20 * HOUR_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day'];
  const count = Math.round(ms / unit);
  return count <= 1 ? name : plural(count, name);
}

/**
 * Returns a text such as `No deliveries for 5 days.` The days are the time in which the receiver was
 * listening. If the receiver was off for a day or more in between, the text says `5 days of listening`.
 */
function silenceText({ listenedMs, elapsedMs }: Silence): string {
  const days = plural(Math.floor(listenedMs / DAY_MS), 'day');
  return elapsedMs - listenedMs < DAY_MS ? strings.none(days) : strings.noneListening(days);
}

/**
 * Returns the full warning, such as `No deliveries for 5 days. Deliveries usually arrive every day. Check the
 * tunnel.`
 */
export const silenceWarning = (silence: Silence): string =>
  `${silenceText(silence)} ${strings.usual(gapText(silence.usualGapMs))} ${strings.check}`;
