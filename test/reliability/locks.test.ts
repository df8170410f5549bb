import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLockSystem, LOCK_FILE } from '../../electron/adapters/folder-lock.ts';
import { number, reportFigure } from '../security/support/figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import {
  startContender,
  type Contender,
  type ContenderOptions,
} from '../support/durability/lock-contender.ts';
import { tabulate } from './figures.ts';

/*
 * Figure C2: after SIGKILL, no data folder remains locked, and no two live processes hold the same folder.
 * Each round kills a process that holds a folder, and changes something on which a lock might depend. The
 * round then starts two processes together. Exactly one of them must acquire the folder.
 */

const ROUNDS = IS_FULL ? 50 : 1;

interface Scenario {
  readonly name: string;
  /** Options of the process that is killed. */
  readonly first?: ContenderOptions;
  /** Options of the processes that start after the first process is killed. */
  readonly later?: ContenderOptions;
  /** Changes the lock file of the killed process. */
  readonly change?: (record: Record<string, unknown>) => unknown;
  /** Deletes the lock database while the first process holds it. */
  readonly deletes?: true;
}

/**
 * Returns null if this system can start a process with another host name. Otherwise, returns an error text.
 */
const hostNameObstacle = (): string | null => {
  const { status, stderr } = spawnSync('unshare', ['--uts', 'hostname', 'other'], { encoding: 'utf8' });
  return status === 0 ? null : `cannot change the host name: ${stderr ?? ''}`;
};

const own = createLockSystem();
const SCENARIOS: readonly Scenario[] = [
  { name: 'unchanged' },
  hostNameObstacle() === null
    ? { name: 'host name', later: { hostName: 'renamed-laptop' } }
    : { name: 'host name', change: (record) => ({ ...record, host: 'renamed-laptop' }) },
  { name: 'zombie', first: { becomesZombie: true } },
  {
    name: 'reused process id',
    change: (record) => ({ ...record, pid: own.pid, processStart: own.processStart(own.pid) }),
  },
  { name: 'time zone', first: { env: { TZ: 'Asia/Tokyo' } }, later: { env: { TZ: 'America/Lima' } } },
  { name: 'empty lock file', change: () => null },
  { name: 'deleted lock database', deletes: true },
];

interface Outcome {
  readonly lockOuts: readonly string[];
  readonly doubleOpens: readonly string[];
}

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-locks-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function playRound(scenario: Scenario, folder: string): Promise<Outcome> {
  const started: Contender[] = [];
  const start = async (options: ContenderOptions = {}): Promise<string> => {
    const contender = await startContender(folder, options);
    started.push(contender);
    return contender.state;
  };
  try {
    const first = await start(scenario.first);
    if (scenario.deletes === true) rmSync(join(folder, `${LOCK_FILE}.db`));
    const beside = await start(scenario.later);
    await started[0]?.kill();
    const file = join(folder, LOCK_FILE);
    if (scenario.change !== undefined) {
      const changed = scenario.change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
      writeFileSync(file, changed === null ? '' : JSON.stringify(changed));
    }
    const after = await Promise.all([start(scenario.later), start(scenario.later)]);
    const holders = after.filter((state) => state === 'acquired').length;
    const wrong = `${scenario.name}: ${[first, beside, ...after].join(' ')}`;
    return {
      lockOuts: first !== 'acquired' || holders === 0 ? [wrong] : [],
      doubleOpens: beside === 'acquired' || holders > 1 ? [wrong] : [],
    };
  } finally {
    const [killed, ...alive] = started;
    killed?.end();
    await Promise.all(alive.map((contender) => contender.kill()));
  }
}

it(
  `never locks a folder after SIGKILL and never opens it twice, ${SCENARIOS.length} scenarios ${ROUNDS} times`,
  async () => {
    const outcomes = await Promise.all(
      SCENARIOS.map(async (scenario, index) => {
        const results: Outcome[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          results.push(await playRound(scenario, join(root, `folder-${index}`)));
        return results;
      }),
    );
    const lockOuts = outcomes.flat().flatMap((outcome) => outcome.lockOuts);
    const doubleOpens = outcomes.flat().flatMap((outcome) => outcome.doubleOpens);
    const tried = `${number(outcomes.flat().length)} kills of a holder (${SCENARIOS.map(({ name }) => name).join(', ')})`;
    const wrong = `${lockOuts.length} lock-outs, ${doubleOpens.length} double opens`;
    reportFigure(`C2 locks after SIGKILL: ${tried}; ${wrong}`);
    tabulate({ promise: 'C2', tried, wrong });
    expect({ lockOuts, doubleOpens }).toEqual({ lockOuts: [], doubleOpens: [] });
  },
  240_000 + ROUNDS * 15_000,
);
