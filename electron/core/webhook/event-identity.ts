import { createHash } from 'node:crypto';
import type { DecodedEvent } from '../service-api/decoders/decoded-types.ts';

/*
 * The names of a webhook event. `store-signal.ts` compares them to recognize a repeated delivery.
 *
 * The service may deliver an event more than once, and the specification masks the name of the field that
 * identifies an event (spec §6.2). An event is therefore recognized by several names: its presumed key, its
 * round and its content. Each name includes the company id, so events for different companies never share a
 * name.
 */

export interface Identity {
  /** The first of the event's names. It is stored in `yours.db` once the user has seen the event. */
  readonly identity: string;
  /** Each of these names is sufficient to identify the event. */
  readonly certain: readonly string[];
  /** Hash of the content. Two events are not compared by this hash if both also have names in `certain`. */
  readonly contentName: string | null;
}

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');

export function identityOf(event: DecodedEvent): Identity {
  const { eventKey, keyRule, roundId, type, subtype, publishedAtMs } = event;
  const { companyId } = event.company;
  const certain: string[] = [];
  if (keyRule === 'trigger-id' || keyRule === 'masked-name') certain.push(`key:${hash(companyId, eventKey)}`);
  // This field is only presumed to be the event's key. In case all events have the same value in it, the
  // value is combined with the content.
  if (keyRule === 'only-unknown-name')
    certain.push(`guess:${hash(companyId, eventKey, type, publishedAtMs, roundId)}`);
  if (roundId !== null) certain.push(`round:${hash(companyId, roundId)}`);
  const contentName = `said:${hash(companyId, type, subtype, publishedAtMs)}`;
  return { identity: certain[0] ?? contentName, certain, contentName };
}

/** Returns the identity of a delivery without a company: a hash of its content without the timestamp. */
export function identityOfBody(body: unknown): Identity {
  const fields =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body)
            .filter(([name]) => name !== 'timestamp')
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : body;
  const name = `body:${hash(fields)}`;
  return { identity: name, certain: [name], contentName: null };
}
