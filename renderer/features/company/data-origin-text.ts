import { isEventSource } from '../../../shared/event-source.ts';
import type { DataOriginReason } from '../../../shared/contract/privacy.ts';
import { dayTimeText, longDayText } from '../../lib/format.ts';
import { fullCostText } from '../../ui/text/price-text.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { company } from './strings.ts';
import { dataOrigin as strings } from './privacy-strings.ts';
import { requestReason } from '../../ui/text/request-reason.ts';
import { requestText } from '../../ui/text/request-text.ts';

/** One reason why data about a company is stored, formatted for the panel. */
interface ReasonLine {
  readonly what: string;
  readonly atMs: number;
  readonly when: string;
  /**
   * How the data was fetched: why the request was sent, and from which screen. If the request is unknown, the
   * text says so.
   */
  readonly how: string;
  /** Describes the request in words. */
  readonly request: string | null;
  /** The path of the request. */
  readonly call: string | null;
  /** The price of the whole request. */
  readonly price: string | null;
  readonly until: string;
}

const MAX_CALL_CHARACTERS = 300;

export function reasonLine(
  { what, source, fetchedAtMs, call, people, expiresAtMs }: DataOriginReason,
  nowMs: number,
): ReasonLine {
  const from = company.why.sources[source];
  const subject = people === null ? strings.what[what] : strings.people(people);
  return {
    what: what === 'panel' ? from : source === 'contacts' ? subject : `${subject} · ${from}`,
    atMs: fetchedAtMs,
    when: dayTimeText(fetchedAtMs),
    how: originText(call, source),
    request: call === null ? null : requestText(call.endpoint, call.call, nowMs),
    call: call === null ? null : safeLine(readablePath(call.call), MAX_CALL_CHARACTERS),
    price: call === null ? null : fullCostText(call.cost),
    until: expiresAtMs === null ? strings.staysUntilErased : untilText(expiresAtMs, nowMs),
  };
}

/** Returns the path without percent-encoding, such as `/fundings?countries[]=DE`. */
function readablePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The path contains a percent sign that is not part of a valid encoding.
    return path;
  }
}

function originText(call: DataOriginReason['call'], source: DataOriginReason['source']): string {
  if (call === null) return isEventSource(source) ? strings[source] : strings.noCall;
  return `${strings.by(requestReason(call.reason, 80))}${strings.from(call.screen)}`;
}

function untilText(expiresAtMs: number, nowMs: number): string {
  return expiresAtMs <= nowMs ? strings.deletedSoon : strings.goes(longDayText(expiresAtMs));
}
