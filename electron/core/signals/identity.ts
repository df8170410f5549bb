import { createHash } from 'node:crypto';
import type { DecodedEvent } from '../api/decoded.ts';

/*
 * The specification masks the name of the key to deduplicate on [§6.2, R-WH-12], so an event is known by several names at once:
 * the key that was found, its round, and what it says. Every name is within its company: a value that turns out to be the
 * same in many events then makes them one within a company at most, and what follows tells those apart too.
 */

/** Names of one event. */
export interface Identity {
  /** The first of the names: what the seller's marks refer to. */
  readonly identity: string;
  /** Names that by themselves say that it is the same event. */
  readonly certain: readonly string[];
  /** What it says: the same event only where either side has no other name than this. */
  readonly said: string | null;
}

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');

export function identityOf(event: DecodedEvent): Identity {
  const { eventKey, keyRule, roundId, type, subtype, publishedAtMs } = event;
  const { companyId } = event.company;
  const certain: string[] = [];
  if (keyRule === 'trigger-id' || keyRule === 'masked-name') certain.push(`key:${hash(companyId, eventKey)}`);
  // A name that was only guessed may hold the same value in every event: it counts together with what the event tells of.
  if (keyRule === 'only-unknown-name')
    certain.push(`guess:${hash(companyId, eventKey, type, publishedAtMs, roundId)}`);
  if (roundId !== null) certain.push(`round:${hash(companyId, roundId)}`);
  const said = `said:${hash(companyId, type, subtype, publishedAtMs)}`;
  return { identity: certain[0] ?? said, certain, said };
}

/** Of a delivery that names no company: what it says, without the time at which it was sent. */
export function identityOfBody(body: unknown): Identity {
  const told =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body)
            .filter(([name]) => name !== 'timestamp')
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : body;
  const name = `body:${hash(told)}`;
  return { identity: name, certain: [name], said: null };
}
