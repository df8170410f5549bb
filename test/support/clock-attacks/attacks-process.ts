import { numberOption, partsForCores, runPart } from '../common/part-process.ts';
import { runAttacks, type AttackFigures, type AttackSpan } from './attack-runs.ts';

/*
 * Runs clock attacks on all cores, or repeats the runs that failed: `node
 * test/support/clock-attacks/attacks-process.ts --seed S --from N --runs N`. `--part` marks a child process.
 */

/** Splits the attacks of `span` among at most 8 processes, one for each core, and adds up their results. */
export async function attacksOnAllCores({ seed, from, runs }: AttackSpan): Promise<AttackFigures> {
  const parts = await Promise.all(
    partsForCores({ from, count: runs }).map((part) =>
      runPart(
        import.meta.filename,
        ['--seed', seed, '--from', part.from, '--runs', part.count],
        (line) => line as AttackFigures,
      ),
    ),
  );
  return parts.reduce((sum, part) => ({
    runs: sum.runs + part.runs,
    starts: sum.starts + part.starts,
    requests: sum.requests + part.requests,
    wrongStarts: sum.wrongStarts + part.wrongStarts,
    questions: sum.questions + part.questions,
    expired: sum.expired + part.expired,
    lost: [...sum.lost, ...part.lost],
  }));
}

if (process.argv[1] === import.meta.filename) {
  const span = {
    seed: numberOption('seed', 1),
    from: numberOption('from', 0),
    runs: numberOption('runs', 10),
  };
  const run = process.argv.includes('--part') ? runAttacks : attacksOnAllCores;
  process.stdout.write(`${JSON.stringify(await run(span))}\n`);
}
