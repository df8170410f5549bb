import type { DecodedEvent } from '../service-api/decoders/decoded-types.ts';
import { decodeEvent } from '../service-api/decoders/webhook-event.ts';
import { asObject, field, text } from '../service-api/decoders/values.ts';
import {
  insertSignal,
  putAliases,
  signalByAlias,
  updateRepeatedSignal,
  type NewSignal,
} from '../database/queries/cache/signals.ts';
import type { WriteDb } from '../database/sql.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import { storedRaw, type StoredRaw } from '../library/store-raw.ts';
import { identityOf, identityOfBody, type Identity } from './event-identity.ts';

/** A received delivery. `body` is the parsed JSON object, not yet validated. */
export interface Delivery {
  readonly body: object;
  /** `local` means that a program on this computer sent the delivery directly, not through the tunnel. */
  readonly via: 'webhook' | 'local' | 'paste';
  /** Server time, in milliseconds. */
  readonly receivedAtMs: number;
}

export interface StoredDelivery {
  readonly signalKey: number;
  readonly outcome: 'added' | 'known';
  readonly companyId: string | null;
}

/**
 * Matches ids of example companies and rounds. The dashboard's "Test endpoint" may send such ids, but the
 * content of its events is undocumented (spec §6), so a matching event is only labeled.
 */
const SAMPLE = /(?:^|[-_.\s])(?:sample|example|test|demo|dummy)(?:[-_.\s\d]|$)/i;

/**
 * Stores a delivery as a webhook event, or updates the event if it was delivered before. Accepts events with
 * an unknown name or layout. `merge-into-library.ts` merges the event into the library later. Must be called
 * within a transaction on `cache.db`. Undocumented fields are encrypted; without a contact key, they are not
 * stored.
 */
export function storeSignal(db: WriteDb, delivery: Delivery, state: ContactKeyState): StoredDelivery {
  const event = decoded(delivery.body);
  const identity = event === null ? identityOfBody(delivery.body) : identityOf(event);
  const companyId = event?.company.companyId ?? null;
  const raw = storedRaw(state, { companyId, source: 'webhook', raw: delivery.body });
  const signal = {
    ...(event === null ? unreadable(delivery, identity) : readable(event, delivery, identity)),
    ...raw,
  };
  const known = knownAs(db, identity, signal.roundId);
  const signalKey = known ?? insertSignal(db, signal);
  if (known !== null) updateRepeatedSignal(db, known, signal);
  putAliases(db, signalKey, namesOf(identity));
  return { signalKey, outcome: known === null ? 'added' : 'known', companyId: signal.companyId };
}

const namesOf = ({ certain, contentName }: Identity): string[] =>
  contentName === null ? [...certain] : [...certain, contentName];

/** Finds the stored event that this delivery repeats; null if the event is new. */
function knownAs(db: WriteDb, { certain, contentName }: Identity, roundId: string | null): number | null {
  for (const alias of certain) {
    const known = signalByAlias(db, alias);
    // Events with different rounds are never the same event.
    const isOtherRound =
      known !== null && known.roundId !== null && roundId !== null && known.roundId !== roundId;
    if (known !== null && !isOtherRound) return known.signalKey;
  }
  const known = contentName === null ? null : signalByAlias(db, contentName);
  if (known === null) return null;
  const isUnconfirmed = certain.length === 0 || known.keyRule === 'hash';
  return isUnconfirmed ? known.signalKey : null;
}

/**
 * Decodes a body. Returns null if it cannot be decoded. The caller then stores the body as received, because
 * the service will not send it again.
 */
function decoded(body: object): DecodedEvent | null {
  try {
    return decodeEvent(body);
  } catch {
    return null;
  }
}

const originOf = ({ via }: Delivery): Pick<NewSignal, 'via' | 'isFromOutside'> => ({
  via: via === 'paste' ? 'paste' : 'webhook',
  isFromOutside: via === 'webhook',
});

type SignalFields = Omit<NewSignal, keyof StoredRaw>;

function readable(event: DecodedEvent, delivery: Delivery, { identity }: Identity): SignalFields {
  const { company, round } = event;
  const isSample = SAMPLE.test(company.companyId) || SAMPLE.test(event.roundId ?? '');
  return {
    identity,
    keyRule: event.keyRule,
    ...originOf(delivery),
    receivedAtMs: delivery.receivedAtMs,
    companyId: company.companyId,
    companyName: clipOrNull(company.name, 500),
    countryName: clipOrNull(company.countryName, 200),
    industry: clipOrNull(company.industries?.[0] ?? null, 200),
    event: event.event,
    type: event.type,
    subtype: event.subtype,
    publishedAtMs: event.publishedAtMs,
    sentAtMs: event.sentAtMs,
    roundId: event.roundId,
    stage: clipOrNull(round?.stage ?? null, 100),
    amount: round?.amount ?? null,
    announcedOn: round?.announcedOn ?? null,
    icpMatch: event.icpMatch,
    trackingStatus: event.trackingStatus,
    userNote: event.userNote,
    triggers: JSON.stringify(event.triggers),
    // A real event's id may also match the pattern for test events. A supposed test event is therefore
    // labelled, but otherwise treated as real.
    isSample,
    isToMerge: true,
  };
}

function unreadable(delivery: Delivery, { identity }: Identity): SignalFields {
  const { body, receivedAtMs } = delivery;
  const fields = asObject(body) ?? {};
  const nothing = { companyName: null, countryName: null, industry: null, type: null, subtype: null };
  return {
    identity,
    keyRule: 'body',
    ...originOf(delivery),
    receivedAtMs,
    companyId: null,
    ...nothing,
    event: clip(text(field(fields, 'event'), 200) ?? '', 200),
    publishedAtMs: null,
    sentAtMs: null,
    roundId: null,
    stage: null,
    amount: null,
    announcedOn: null,
    icpMatch: null,
    trackingStatus: null,
    userNote: null,
    triggers: '[]',
    isSample: false,
    isToMerge: false,
  };
}
