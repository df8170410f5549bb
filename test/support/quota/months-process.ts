import { numberOption, partsForCores, runPart } from '../common/part-process.ts';
import { addAll, emptyFigures, runMonths, worded, type Figures, type Span } from './figures.ts';

/*
 * Runs simulated months on all cores: `node test/support/quota/months-process.ts --seed S --from N --months
 * N`. Progress is written to stderr, and results to stdout. `--months 1` replays the month of a failure.
 * `--part` marks a child process.
 */
const PROGRESS_EVERY = 20;

/**
 * Splits the months of `span` among one process per core, but at most 8 processes. Reports progress and adds
 * up the results.
 */
export async function monthsOnAllCores(
  { seed, from, months }: Span,
  onProgress: (done: number, failed: number) => void,
): Promise<Figures> {
  const sum = emptyFigures();
  const done: Progress[] = [];
  await Promise.all(
    partsForCores({ from, count: months }).map(async (part, index) => {
      const args = ['--seed', seed, '--from', part.from, '--months', part.count];
      const figures = await runPart(import.meta.filename, args, (text) => {
        const line = text as Progress | { readonly figures: Figures };
        if ('figures' in line) return line.figures;
        done[index] = line;
        const total = (pick: keyof Progress): number => done.reduce((all, each) => all + each[pick], 0);
        onProgress(total('months'), total('failed'));
        return null;
      });
      addAll(sum, figures);
    }),
  );
  return sum;
}

interface Progress {
  readonly months: number;
  readonly failed: number;
}

async function main(): Promise<void> {
  const span = {
    seed: numberOption('seed', 1),
    from: numberOption('from', 0),
    months: numberOption('months', 100),
  };
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (process.argv.includes('--part')) {
    const figures = await runMonths(span, ({ months, failed }) => {
      if (months % PROGRESS_EVERY === 0) print(JSON.stringify({ months, failed: failed.length }));
    });
    print(JSON.stringify({ figures }));
    return;
  }
  const startedMs = performance.now();
  let reportedMs = startedMs;
  const figures = await monthsOnAllCores(span, (done, failed) => {
    if (performance.now() - reportedMs < 10_000) return;
    reportedMs = performance.now();
    const tookS = (reportedMs - startedMs) / 1_000;
    const leftS = (tookS / done) * (span.months - done);
    process.stderr.write(
      `${done} of ${span.months} months, ${failed} failed, ${Math.round(tookS)} s, about ${Math.round(leftS)} s left\n`,
    );
  });
  for (const line of worded(figures)) print(line);
  print(
    `Q1 took ${Math.round((performance.now() - startedMs) / 1_000)} s, seed ${span.seed}, months ${span.from} on`,
  );
  process.exitCode = figures.failed.length > 0 || figures.months !== span.months ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) await main();
