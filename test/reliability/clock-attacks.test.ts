import { describe, expect, it } from 'vitest';
import { runAttacks } from '../support/clock-attacks/attack-runs.ts';
import { attacksOnAllCores } from '../support/clock-attacks/attacks-process.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { reportFigures, tabulate } from './figures.ts';

/*
 * Figure C1: even if the laptop or the service has a wrong date, nothing is deleted by mistake. A failure
 * message contains the number of its run. To repeat this run or a range of runs: `node
 * test/support/clock-attacks/attacks-process.ts --seed S --from RUN --runs N`
 */
const RUNS = IS_FULL ? 10_000 : 3;
const SEED = 20_261;

describe('wrong dates', () => {
  it(
    `delete no contact, note, ledger row or backup, in ${RUNS} runs`,
    async () => {
      // For a small number of runs, a single process is used, because starting more processes would take
      // longer than the runs themselves.
      const run = IS_FULL ? attacksOnAllCores : runAttacks;
      const figures = await run({ seed: SEED, from: 0, runs: RUNS });
      const number = (value: number): string => value.toLocaleString('en-US');
      const tried =
        `${number(figures.runs)} runs, ${number(figures.wrongStarts)} starts with a date wrong by more than a day, ` +
        `${number(figures.questions)} questions, ${number(figures.expired)} companies' contacts expired`;
      reportFigures([`C1 ${tried}, ${figures.lost.length} wrong deletions`]);
      tabulate({ promise: 'C1', tried, wrong: `${figures.lost.length} wrong deletions` });
      expect(figures.lost).toEqual([]);
      // The runs prove something only if there were wrong dates, questions to the user and expired contacts.
      expect(figures.wrongStarts).toBeGreaterThan(RUNS / 3);
      expect(figures.questions).toBeGreaterThan(0);
      expect(figures.expired).toBeGreaterThan(0);
    },
    IS_FULL ? 7_200_000 : 300_000,
  );
});
