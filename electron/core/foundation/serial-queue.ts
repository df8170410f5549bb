/** Runs tasks one at a time in call order; a failed task does not block the next one. */
export type RunSerially = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): RunSerially {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
