import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measure, reportFigure } from '../security/support/figures.ts';
import { BUS_WITHOUT_SERVICES, newFolder } from './keyring.ts';
import { STATES, type State, type StateName } from './states.ts';
import type { Make } from './stores.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * Goal K1 of `npm run security`: the app's store returns the right result in ten states of a real
 * gnome-keyring. Every round has a new home folder and session bus. In each state, stores with planted
 * defects must return a wrong result. This proves that the test detects these defects.
 */

const ROUNDS = IS_FULL ? 20 : 2;
const ROUND_TIMEOUT_MS = 90_000;

interface Session {
  readonly inside: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}
function sessionOf({ bus }: State, home: string): Session {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _run, ...outer } = process.env;
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...around } = outer;
  const [data, runtime] = [join(home, '.local', 'share'), join(home, 'run')];
  mkdirSync(join(data, 'dbus-1', 'services'), { recursive: true });
  mkdirSync(runtime, { mode: 0o700 });
  const env = { ...around, HOME: home, XDG_DATA_HOME: data, XDG_CONFIG_HOME: join(home, '.config') };
  if (bus === 'no bus') return { env, inside: [] };
  const withBus = { ...env, XDG_RUNTIME_DIR: runtime, PROMPTER_PID: join(home, 'prompter.pid') };
  if (bus === 'silent prompter')
    // When the keyring needs its password, the bus starts a program that prompts the user. This entry
    // replaces the program with one that never responds.
    writeFileSync(
      join(data, 'dbus-1', 'services', 'org.gnome.keyring.SystemPrompter.service'),
      `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c 'echo $$ > ${withBus.PROMPTER_PID}; exec sleep 60'\n`,
    );
  if (bus !== 'no service') return { env: withBus, inside: ['dbus-run-session', '--'] };
  const config = join(home, 'no-service.conf');
  writeFileSync(config, BUS_WITHOUT_SERVICES);
  return { env: withBus, inside: ['dbus-run-session', `--config-file=${config}`, '--'] };
}

type FaultsByStore = Readonly<Record<string, readonly string[]>>;

/** Runs `round.ts` in a new session, and returns the wrong results of each store. */
async function play(name: StateName, round: number, makes: readonly Make[]): Promise<FaultsByStore> {
  const home = newFolder();
  const { inside, env } = sessionOf(STATES[name], home);
  const result = join(home, 'said.json');
  const script = join(import.meta.dirname, 'round.ts');
  const [file = '', ...args] = [...inside, process.execPath, script, name, String(round), result, ...makes];
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  // Kills the process group, which includes the bus and all programs that it started.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), ROUND_TIMEOUT_MS);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (!existsSync(result)) throw new Error(`${name}, round ${round}: ended without a result\n${output}`);
  const faultsByStore = JSON.parse(readFileSync(result, 'utf8')) as FaultsByStore;
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return faultsByStore;
}

const totals = { rounds: 0, right: 0, caught: 0, planted: 0 };
afterAll(() => {
  const { rounds, right, caught, planted } = totals;
  reportFigure(`K1 keyring states: ${right}/${rounds} rounds right, planted ${caught}/${planted} caught`);
  measure('K1', {
    tried: `${Object.keys(STATES).length} states, ${rounds} rounds on a real gnome-keyring`,
    violations: `${rounds - right} rounds wrong`,
    planted: { caught, of: planted },
  });
});

test.each(Object.keys(STATES) as StateName[])(
  '%s: correct in every round, and every planted defect found in every round',
  { timeout: ROUNDS * ROUND_TIMEOUT_MS },
  async (name) => {
    const { defects, ...state }: State = STATES[name];
    const faults: string[] = [];
    const missed: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const makes: Make[] = ['the app', ...defects];
      const reports = state.isLast
        ? Object.assign({}, ...(await Promise.all(makes.map((make) => play(name, round, [make])))))
        : await play(name, round, makes);
      const { 'the app': own = ['no result'], ...planted } = reports as FaultsByStore;
      faults.push(...own.map((fault) => `round ${round}, ${fault}`));
      const found = Object.keys(planted).filter((plant) => (planted[plant] ?? []).length > 0);
      missed.push(
        ...defects.filter((plant) => !found.includes(plant)).map((plant) => `round ${round}, ${plant}`),
      );
      totals.rounds += 1;
      totals.right += own.length === 0 ? 1 : 0;
      totals.planted += defects.length;
      totals.caught += found.length;
    }
    expect(faults).toEqual([]);
    expect(missed).toEqual([]);
  },
);
