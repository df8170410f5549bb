import type { Suppressions } from '../library/seal.ts';
import type { IsUnwantedAt } from './remove-people.ts';

/** Who was erased while calls are under way. Lives as long as its workspace is open: no call lives longer. */
export interface ErasedMeanwhile {
  /** To be called in the turn in which the company goes. */
  note(companyId: string): void;
  /** To be called in the turn in which the person goes. Forgotten once no call is under way that was asked for before. */
  notePerson(isSame: IsUnwantedAt): void;
  /** To be called when something is asked for: tells, from then on, who was erased since. */
  since(): ErasedSince;
  /** `others`, and everybody who was erased since the answer was asked for that is being stored. */
  suppressing(others: Suppressions): Suppressions;
}

export interface ErasedSince {
  isErased(companyId: string): boolean;
  /** Runs `store` with the people withheld who were erased since, save who `isBack` by what was asked for later. */
  storing(store: () => void, isBack: (isSame: IsUnwantedAt) => boolean): void;
  /** The call is over. */
  end(): void;
}

interface ErasedPerson {
  readonly turn: number;
  readonly isSame: IsUnwantedAt;
}

/** By order, not by time: a clock may be set, and two things may fall into one millisecond. */
export function createErasedMeanwhile(): ErasedMeanwhile {
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
