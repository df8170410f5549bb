import { runRow, type Outcome, type Row } from './kit/bench.ts';

/** Runs up to `width` rows at the same time, each on its own service. */
export async function runRows(
  rows: readonly Row[],
  width: number,
  onDone: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...rows.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, row] = next;
      const outcome = await runRow(row);
      outcomes[index] = outcome;
      onDone(outcome);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes;
}
