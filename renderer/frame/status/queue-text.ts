import type { QueueEntry } from '../../../shared/model/budget.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { costOfEndpoint, shortCostText } from '../../ui/text/price-text.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { requestReason } from '../../ui/text/request-reason.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';
import { requestTimeText, startTimeText } from '../../ui/text/request-time-text.ts';
import { queue as strings } from './queue-strings.ts';

/**
 * Returns the status bar's text about the queue, such as `1 request running, 2 requests waiting for the limit per
 * minute, next at 09:41:12`. Returns null if the queue is empty.
 */
export function queueLine(queue: readonly QueueEntry[], nowMs: number, zone: ZonedTime = {}): string | null {
  const waiting = queue.filter(({ state }) => state === 'waiting');
  const underWay = queue.length - waiting.length;
  const [next] = waiting.toSorted((a, b) => startOf(a) - startOf(b));
  const reason = strings.waitsFor[next?.waitsFor ?? 'turn'];
  const parts = [
    ...(underWay > 0 ? [strings.underWayCount(underWay)] : []),
    ...(waiting.length === 0
      ? []
      : [waiting.every(isPlanned) ? strings.planWaits(reason) : strings.waits(waiting.length, reason)]),
    ...(next?.startsAtMs == null ? [] : [strings.next(startTimeText(next.startsAtMs, nowMs, zone))]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

const startOf = ({ startsAtMs }: QueueEntry): number => startsAtMs ?? Infinity;
/**
 * Returns whether a request belongs to a plan. Requests that the user makes on Today have the interactive
 * lane.
 */
const isPlanned = ({ screen, lane }: QueueEntry): boolean => screen === 'today' && lane !== 'interactive';

/** Returns the name of a request, such as `Contacts for Halden Grid` or `Rounds`. */
export function entryName({ endpoint, companyName }: QueueEntry): string {
  const what = requestStrings.endpoints[endpoint];
  const company = safeLine(companyName ?? '', 120);
  return company === '' ? what : strings.of(what, company);
}

/** Describes a request, such as `Company · about 6 records · starts 09:43, after earlier requests`. */
export function entryDetails(entry: QueueEntry, nowMs: number, zone: ZonedTime = {}): string {
  const { endpoint, screen, reason, cost } = entry;
  return [
    requestStrings.screens[screen],
    requestReason(reason, 120),
    costOfEndpoint(endpoint, shortCostText(cost)),
    requestTimeText(entry, nowMs, zone),
  ]
    .filter((part) => part !== '' && part !== '–')
    .join(' · ');
}
