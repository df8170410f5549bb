import type { DecodedEvent } from '../api/decoded.ts';
import { decodeEvent } from '../api/decode-event.ts';
import { asObject, field, text } from '../api/decode-values.ts';
import { withoutPersonal } from '../api/personal-parts.ts';
import {
  insertSignal,
  putAliases,
  signalByAlias,
  signalHeardAgain,
  type NewSignal,
} from '../db/queries/signals.ts';
import type { WriteDb } from '../db/sql.ts';
import { clip, clipOrNull } from '../library/fold.ts';
import { rawJson } from '../library/raw-json.ts';
import { identityOf, identityOfBody, type Identity } from './identity.ts';
import type { ReceiverDefect } from './planted-defect.ts';

/** A delivery as it is handed in: its parsed JSON object, not looked at yet. */
export interface Delivery {
  readonly body: object;
  readonly via: 'webhook' | 'paste';
  /** Server time, ms. */
  readonly receivedAtMs: number;
}

export interface Kept {
  readonly signalKey: number;
  readonly outcome: 'added' | 'known';
  readonly companyId: string | null;
}

/** Ids that "Test endpoint" may invent: nothing is asked of the service by them [R-WH-1]. */
const SAMPLE = /(?:^|[-_.\s])(?:sample|example|test|demo|dummy)(?:[-_.\s\d]|$)/i;

/**
 * Keeps what was delivered, once per event however often it comes; the library takes it in later (merge-signals.ts). Whatever
 * is delivered is kept: an event of an unknown name or shape too [R-WH-9]. Call inside a transaction on `cache.db`.
 */
export function keepSignal(db: WriteDb, delivery: Delivery, defect: ReceiverDefect | null = null): Kept {
  const event = decoded(delivery.body);
  const found = event === null ? identityOfBody(delivery.body) : identityOf(event);
  const identity = defect === 'dedupes-by-time' ? byTime(found, delivery) : found;
  const signal = event === null ? unreadable(delivery, identity) : readable(event, delivery, identity);
  const known = knownAs(db, identity, signal.roundId);
  const signalKey = known ?? insertSignal(db, signal);
  if (known !== null) signalHeardAgain(db, known, signal);
  putAliases(db, signalKey, namesOf(identity));
  return { signalKey, outcome: known === null ? 'added' : 'known', companyId: signal.companyId };
}

const namesOf = ({ certain, said }: Identity): string[] =>
  said === null ? [...certain] : [...certain, said];

/** The event that this is a delivery of; null: a new one. */
function knownAs(db: WriteDb, { certain, said }: Identity, roundId: string | null): number | null {
  for (const alias of certain) {
    const known = signalByAlias(db, alias);
    // Two rounds are two events, whatever else they share.
    const isOtherRound =
      known !== null && known.roundId !== null && roundId !== null && known.roundId !== roundId;
    if (known !== null && !isOtherRound) return known.signalKey;
  }
  const known = said === null ? null : signalByAlias(db, said);
  if (known === null) return null;
  const isOnlySaid = certain.length === 0 || known.keyRule === 'hash';
  return isOnlySaid ? known.signalKey : null;
}

/** What cannot be read is kept as it came: a surprise must not lose what is not sent again. */
function decoded(body: object): DecodedEvent | null {
  try {
    return decodeEvent(body);
  } catch {
    return null;
  }
}

function readable(event: DecodedEvent, delivery: Delivery, { identity }: Identity): NewSignal {
  const { company, round } = event;
  const isSample = SAMPLE.test(company.companyId) || SAMPLE.test(event.roundId ?? '');
  return {
    ...{ identity, keyRule: event.keyRule, via: delivery.via, receivedAtMs: delivery.receivedAtMs },
    companyId: company.companyId,
    companyName: clipOrNull(company.name, 500),
    countryName: clipOrNull(company.countryName, 200),
    industry: clipOrNull(company.industries?.[0] ?? null, 200),
    ...{ event: event.event, type: event.type, subtype: event.subtype },
    ...{ publishedAtMs: event.publishedAtMs, sentAtMs: event.sentAtMs },
    ...{ roundId: event.roundId, stage: clipOrNull(round?.stage ?? null, 100) },
    ...{ amount: round?.amount ?? null, announcedOn: round?.announcedOn ?? null },
    ...{ icpMatch: event.icpMatch, trackingStatus: event.trackingStatus, userNote: event.userNote },
    triggers: JSON.stringify(event.triggers),
    // No company is made of ids that were invented to try the endpoint.
    ...{ isSample, isToMerge: !isSample, raw: isSample ? null : rawJson(event.raw) },
  };
}

function unreadable({ body, via, receivedAtMs }: Delivery, { identity }: Identity): NewSignal {
  const told = asObject(body) ?? {};
  const nothing = { companyName: null, countryName: null, industry: null, type: null, subtype: null };
  return {
    ...{ identity, keyRule: 'body', via, receivedAtMs, companyId: null, ...nothing },
    event: clip(text(field(told, 'event'), 200) ?? '', 200),
    ...{ publishedAtMs: null, sentAtMs: null, roundId: null, stage: null, amount: null, announcedOn: null },
    ...{ icpMatch: null, trackingStatus: null, userNote: null, triggers: '[]' },
    ...{ isSample: false, isToMerge: false, raw: rawJson(withoutPersonal(body)) },
  };
}

const byTime = (found: Identity, { receivedAtMs }: Delivery): Identity => ({
  ...found,
  certain: [`time:${Math.floor(receivedAtMs / 1_000)}`],
  said: null,
});
