import type { Suppressions } from '../contacts/contact-encryption.ts';
import type { IsUnwantedAt } from '../contacts/remove-contacts.ts';

/**
 * Tracks the companies and contacts that the user erases while requests are in flight. Otherwise, the
 * responses to these requests could restore the erased data. One instance exists for each open workspace.
 */
export interface InFlightErasures {
  /** Records the erasure of a company. Must be called in the same event-loop turn as the erasure. */
  note(companyId: string): void;
  /**
   * Records the erasure of a contact. Must be called in the same event-loop turn as the erasure. The record
   * is dropped once all requests that started before the erasure have ended.
   */
  notePerson(isSame: IsUnwantedAt): void;
  /** Must be called when a request starts. The result reports only erasures that happen after this call. */
  since(): ErasuresSince;
  /**
   * Extends `others`: while `storing` runs for a request, the result also suppresses the contacts that were
   * erased after that request started.
   */
  suppressing(others: Suppressions): Suppressions;
}

export interface ErasuresSince {
  isErased(companyId: string): boolean;
  /**
   * Calls `store`. While `store` runs, all contacts that were erased since the request started are
   * suppressed. The exception is a contact for which `isBack` returns true: a later request has already
   * stored this contact again.
   */
  storing(store: () => void, isBack: (isSame: IsUnwantedAt) => boolean): void;
  /** Must be called when the request has ended. */
  end(): void;
}

interface ErasedPerson {
  readonly turn: number;
  readonly isSame: IsUnwantedAt;
}

/**
 * A counter determines whether an erasure happened after a request started. Times are not reliable enough: a
 * clock can be set back, and two events can happen in the same millisecond.
 */
export function createInFlightErasures(): InFlightErasures {
  const turns = new Map<string, number>();
  const inFlight = new Set<{ readonly turn: number }>();
  let people: readonly ErasedPerson[] = [];
  let withheld: readonly ErasedPerson[] = [];
  let turn = 0;
  return {
    note: (companyId) => void turns.set(companyId, (turn += 1)),
    notePerson: (isSame) => {
      turn += 1;
      if (inFlight.size > 0) people = [...people, { turn, isSame }];
    },
    since: () => {
      const ask = { turn };
      inFlight.add(ask);
      return {
        isErased: (companyId) => (turns.get(companyId) ?? 0) > ask.turn,
        storing: (store, isBack) => {
          withheld = people.filter((person) => person.turn > ask.turn && !isBack(person.isSame));
          try {
            store();
          } finally {
            withheld = [];
          }
        },
        end: () => {
          inFlight.delete(ask);
          const oldest = Math.min(...[...inFlight].map((other) => other.turn));
          people = people.filter((person) => person.turn > oldest);
        },
      };
    },
    suppressing: (others) => ({
      any: () => withheld.length > 0 || others.any(),
      withholds: (companyId, contact) =>
        withheld.some(({ isSame }) => isSame(companyId, contact)) || others.withholds(companyId, contact),
    }),
  };
}
