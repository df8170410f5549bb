import type { DataOriginReason } from '../../../shared/contract/privacy.ts';
import { dayTimeText, longDayText } from '../../lib/format.ts';
import { fullCostText } from '../../ui/text/price-text.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { company } from './strings.ts';
import { dataOrigin as words } from './privacy-strings.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';

/** One reason why something of a company is kept, as its panel says it. */
export interface WhyLine {
  readonly what: string;
  readonly atMs: number;
  readonly when: string;
  /** The call and who asked for it, or that no call of this laptop told it. */
  readonly how: string;
  /** The path as sent. */
  readonly call: string | null;
  /** Of the whole call. */
  readonly price: string | null;
  readonly until: string;
}

const CALL_MOST = 300;

export function whyLine(
  { what, source, fetchedAtMs, call, people, goesAtMs }: DataOriginReason,
  nowMs: number,
): WhyLine {
  const from = company.why.sources[source];
  const subject = people === null ? words.what[what] : words.people(people);
  return {
    what: what === 'panel' ? from : `${subject} · ${from}`,
    atMs: fetchedAtMs,
    when: dayTimeText(fetchedAtMs),
    how: howOf(call, source),
    call: call === null ? null : safeLine(call.call, CALL_MOST),
    price: call === null ? null : fullCostText(call.cost),
    until: goesAtMs === null ? words.staysUntilErased : untilText(goesAtMs, nowMs),
  };
}

function howOf(call: DataOriginReason['call'], source: DataOriginReason['source']): string {
  if (call === null) return source === 'webhook' ? words.webhook : words.noCall;
  return `${words.by(safeLine(call.reason, 80))}, ${words.from(requestStrings.screens[call.screen])}`;
}

function untilText(goesAtMs: number, nowMs: number): string {
  return goesAtMs <= nowMs ? words.goesNext : words.goes(longDayText(goesAtMs));
}
