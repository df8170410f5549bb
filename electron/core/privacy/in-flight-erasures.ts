import type { Suppressions } from '../contacts/contact-encryption.ts';
import type { IsUnwantedAt } from '../contacts/remove-contacts.ts';

/**
 * Tracks companies and contacts that are erased while requests are in flight. Lives as long as its workspace
 * is open.
 */
export interface InFlightErasures {
  /** Call in the same turn in which the company is erased. */
  note(companyId: string): void;
  /**
   * Call in the same turn in which the contact is erased. The entry is dropped once no earlier request is in
   * flight.
   */
  notePerson(isSame: IsUnwantedAt): void;
  /** Call when a request starts. The result reports erasures from then on. */
  since(): ErasuresSince;
  /** Returns `others` extended by the contacts erased since the request of the response being stored. */
  suppressing(others: Suppressions): Suppressions;
}

export interface ErasuresSince {
  isErased(companyId: string): boolean;
  /**
   * Runs `store` while withholding contacts erased since the request, except those that `isBack` reports as
   * returned by a later request.
   */
  storing(store: () => void, isBack: (isSame: IsUnwantedAt) => boolean): void;
  /** Call when the request has ended. */
  end(): void;
}

interface ErasedPerson {
  readonly turn: number;
  readonly isSame: IsUnwantedAt;
}

/** Orders events by a counter, because clocks can be set back and events can share a millisecond. */
export function createInFlightErasures(): InFlightErasures {
  const turns = new Map<string, number>();
  const asked = new Set<{ readonly turn: number }>();
  let people: readonly ErasedPerson[] = [];
  let withheld: readonly ErasedPerson[] = [];
  let turn = 0;
  return {
    note: (companyId) => void turns.set(companyId, (turn += 1)),
    notePerson: (isSame) => {
      turn += 1;
      if (asked.size > 0) people = [...people, { turn, isSame }];
    },
    since: () => {
      const ask = { turn };
      asked.add(ask);
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
          asked.delete(ask);
          const oldest = Math.min(...[...asked].map((other) => other.turn));
          people = people.filter((person) => person.turn > oldest);
        },
      };
    },
    suppressing: (others) => ({
      any: () => withheld.length > 0 || others.any(),
      withholds: (companyId, told) =>
        withheld.some(({ isSame }) => isSame(companyId, told)) || others.withholds(companyId, told),
    }),
  };
}
