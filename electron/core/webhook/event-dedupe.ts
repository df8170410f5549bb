import { createHash } from 'node:crypto';
import type { DecodedEvent } from '../service-api/decoders/decoded-types.ts';

/*
 * The specification masks the name of the deduplication key (spec §6.2), so an event is identified by several
 * names: the key that was found, its round and its content. Every name is scoped to its company, which limits
 * the damage of a value that turns out to repeat.
 */

/** The names by which a webhook event is recognised. */
export interface Identity {
  /** The first name; the user's marks refer to it. */
  readonly identity: string;
  /** Names that identify the event on their own. */
  readonly certain: readonly string[];
  /** Fingerprint of the content; used only if either event has no other name. */
  readonly said: string | null;
}

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');

export function identityOf(event: DecodedEvent): Identity {
  const { eventKey, keyRule, roundId, type, subtype, publishedAtMs } = event;
  const { companyId } = event.company;
  const certain: string[] = [];
  if (keyRule === 'trigger-id' || keyRule === 'masked-name') certain.push(`key:${hash(companyId, eventKey)}`);
  // A guessed key name may hold the same value in every event, so it is combined with the content.
  if (keyRule === 'only-unknown-name')
    certain.push(`guess:${hash(companyId, eventKey, type, publishedAtMs, roundId)}`);
  if (roundId !== null) certain.push(`round:${hash(companyId, roundId)}`);
  const said = `said:${hash(companyId, type, subtype, publishedAtMs)}`;
  return { identity: certain[0] ?? said, certain, said };
}

/** Identity of a delivery that names no company: its content without the time of sending. */
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
  return { identity: name, certain: [name], said: null };
}
