import { describe, expect, it } from 'vitest';
import { killCallingCore, type KillFigures } from '../support/quota/kill-calling-core.ts';
import { reportFigures } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/* If the core is killed while it sends requests, the ledger still agrees with the service's transcript. */
const KILLS = IS_FULL ? 1_000 : 12;
/** The number of kills on one ledger. It is small enough that all kills happen on one simulated day. */
const ROUNDS = 20;
const LANES = 2;
const PROFILES = ['documented', 'worst-case'] as const;

async function lane(seed: number, kills: number): Promise<KillFigures[]> {
  const done: KillFigures[] = [];
  for (let first = 0; first < kills; first += ROUNDS) {
    const profile = PROFILES[(first / ROUNDS) % PROFILES.length] ?? 'documented';
    done.push(
      await killCallingCore({ seed: seed + first, rounds: Math.min(ROUNDS, kills - first), profile }),
    );
  }
  return done;
}

describe('killed while calling', () => {
  it(
    `has one row for each call of the service and no sum below the service’s, ${KILLS} times`,
    async () => {
      const lanes = Array.from({ length: LANES }, (_, index) => lane(1 + index * 100_000, KILLS / LANES));
      const done = (await Promise.all(lanes)).flat();
      const sum = (pick: (figures: KillFigures) => number): number =>
        done.reduce((total, figures) => total + pick(figures), 0);
      reportFigures([
        `Q6 ${sum(({ kills }) => kills)} kills while calling: ${sum(({ calls }) => calls)} calls in the transcript, each with one row; ` +
          `${sum(({ observed }) => observed)} answers agree, ${sum(({ unknown }) => unknown)} answers lost; ` +
          `${sum(({ below }) => below.length)} sums below the service`,
      ]);
      expect(done.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(done.flatMap(({ below }) => below)).toEqual([]);
      // If the kills rarely interrupted a request, the checks above would prove nothing.
      expect(sum(({ observed }) => observed)).toBeGreaterThan(KILLS / 2);
      expect(sum(({ unknown }) => unknown)).toBeGreaterThan(KILLS / 8);
    },
    Math.max(240_000, KILLS * 6_000),
  );
});
