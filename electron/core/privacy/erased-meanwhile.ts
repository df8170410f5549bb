/** Who was erased while calls are under way. Lives as long as its workspace is open: no call lives longer. */
export interface ErasedMeanwhile {
  /** To be called in the turn in which the company goes. */
  note(companyId: string): void;
  /** To be called when something is asked for: tells, from then on, who was erased since. */
  since(): ErasedSince;
}
export type ErasedSince = (companyId: string) => boolean;

/** By order, not by time: a clock may be set, and two things may fall into one millisecond. */
export function createErasedMeanwhile(): ErasedMeanwhile {
  const turns = new Map<string, number>();
  let turn = 0;
  return {
    note: (companyId) => void turns.set(companyId, (turn += 1)),
    since: () => {
      const asked = turn;
      return (companyId) => (turns.get(companyId) ?? 0) > asked;
    },
  };
}
