import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import keytar from 'keytar';
import type { SecretStore } from '../../electron/core/ports.ts';
import { killDaemon, lock, unlock, unlockInPlace } from './keyring.ts';
import { ABSENT, asAnswer, SERVICE, type Make, type DefectiveStore } from './stores.ts';

/*
 * The ten states that a real keyring can have. Each state has the expected results, and the defective stores
 * that the test must detect.
 */

export interface World {
  readonly round: number;
  readonly make: Make;
  readonly account: string;
  readonly secret: string;
  readonly store: SecretStore;
}
export interface State {
  /** The kind of session bus that `states.test.ts` starts. */
  readonly bus: 'keyring' | 'silent prompter' | 'no service' | 'no bus';
  readonly defects: readonly DefectiveStore[];
  /**
   * Set if this state makes the keyring unusable for the rest of the process. Each store is then tested in a
   * separate session.
   */
  readonly isLast?: true;
  /** The time limit of the store's operations. The default is long, because the machine may be busy. */
  readonly timeoutMs?: number;
  /** Tests the store in this state, and returns any wrong results. Leaves the keyring unlocked. */
  go(world: World): Promise<string[]>;
}

const short = (value: unknown): string => JSON.stringify(value).slice(0, 80);
const wrong = (what: string, is: unknown, ...right: readonly unknown[]): string[] =>
  right.some((each) => isDeepStrictEqual(each, is)) ? [] : [`${what}: ${short(is)}`];

const script = (name: string): string => join(import.meta.dirname, name);
/** Runs `ask.ts` with the given verbs in a new process, which has no connection to the keyring yet. */
function inNewProcess(account: string, verbs: string): unknown {
  const { stdout } = spawnSync(process.execPath, [script('ask.ts'), account, ...verbs.split(' ')], {
    env: { ...process.env, KEYRING_SERVICE: SERVICE },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  return JSON.parse(stdout);
}
const everything = async (): Promise<string[]> =>
  (await keytar.findCredentials(SERVICE)).map(({ account }) => account).toSorted();

type Verb = 'get' | 'set' | 'delete' | 'probe';
const VERBS: readonly Verb[] = ['get', 'set', 'delete', 'probe'];

/**
 * Calls all operations. Starts with a different operation in each round. Returns the results that are not in
 * `right`.
 */
async function everyVerb({ store, account, round }: World, ...right: readonly string[]): Promise<string[]> {
  const answers: Record<Verb, () => Promise<string>> = {
    get: async () => (await store.get(account)).state,
    set: () => store.set(account, 'of another'),
    delete: () => store.delete(account),
    probe: () => store.probe(),
  };
  const faults: string[] = [];
  for (const at of VERBS.keys()) {
    const verb = VERBS[(at + round) % VERBS.length] ?? 'get';
    faults.push(...wrong(verb, await answers[verb](), ...right));
  }
  return faults;
}

const unlocked = async ({ store, account, secret }: World): Promise<string[]> => {
  const before = await everything();
  return [
    ...wrong('never stored', await store.get(account), ABSENT),
    ...wrong('kept', await store.set(account, 'first'), 'ready'),
    ...wrong('replaced', await store.set(account, secret), 'ready'),
    ...wrong('read', await store.get(account), asAnswer(secret)),
    ...wrong('probed', await store.probe(), 'ready'),
    ...wrong('deleted', await store.delete(account), 'absent'),
    ...wrong('deleted again', await store.delete(account), 'absent'),
    ...wrong('read after that', await store.get(account), ABSENT),
    ...wrong('left behind', await everything(), before),
  ];
};

const locked = async (world: World): Promise<string[]> => {
  const { store, account, secret } = world;
  // Another process stores the secret. This process therefore connects to the keyring only after the keyring
  // has been locked.
  inNewProcess(account, `set=${secret}`);
  lock();
  const faults = [
    ...(await everyVerb(world, 'locked')),
    ...wrong('never stored', (await store.get(`${account} never`)).state, 'locked'),
  ];
  await unlockInPlace();
  return [...faults, ...wrong('unlocked again', await store.get(account), asAnswer(secret))];
};

const relocked = async (world: World): Promise<string[]> => {
  const { store, account, secret } = world;
  const faults = wrong('kept', await store.set(account, secret), 'ready');
  for (const time of ['once', 'twice']) {
    faults.push(...wrong(`read ${time}`, await store.get(account), asAnswer(secret)));
    lock();
    faults.push(...(await everyVerb(world, 'locked')));
    await unlockInPlace();
  }
  return [...faults, ...wrong('read', await store.get(account), asAnswer(secret))];
};

const killed = async (world: World): Promise<string[]> => {
  const { store, account, secret } = world;
  const NOT_NOW = ['locked', 'unavailable', 'timeout'];
  const faults = wrong('kept', await store.set(account, secret), 'ready');
  killDaemon();
  faults.push(...(await everyVerb(world, ...NOT_NOW)));
  const [state] = inNewProcess(account, 'get') as string[];
  unlock();
  return [
    ...faults,
    ...wrong('afresh', state, ...NOT_NOW),
    ...wrong('with the daemon back', inNewProcess(account, 'get'), [secret]),
  ];
};

const wrongItem = async ({ store, account, secret }: World): Promise<string[]> => {
  const OTHERS = [
    ['Another app', account],
    [SERVICE, `${account} of another workspace`],
    [`${SERVICE} `, account],
  ] as const;
  for (const [service, name] of OTHERS) await keytar.setPassword(service, name, 'of another');
  const faults = [
    ...wrong('next to other items', await store.get(account), ABSENT),
    ...wrong('kept', await store.set(account, secret), 'ready'),
    ...wrong('read', await store.get(account), asAnswer(secret)),
  ];
  await keytar.setPassword(SERVICE, account, 'changed by another');
  faults.push(
    ...wrong('changed', await store.get(account), asAnswer('changed by another')),
    ...wrong('deleted', await store.delete(account), 'absent'),
    ...wrong('read after that', await store.get(account), ABSENT),
  );
  for (const [service, name] of OTHERS) {
    faults.push(...wrong(`of ${service}`, await keytar.getPassword(service, name), 'of another'));
    await keytar.deletePassword(service, name);
  }
  return faults;
};

const SIZES = [1, 40, 4_096, 65_536, 262_144, 1_000_000];
const SCRIPTS = [
  'k',
  'ü',
  '鍵',
  '🔑',
  'مفتاح',
  '\u202e',
  '\u200d',
  '\r\n',
  '\t',
  '"',
  '\\',
  '`$HOME`',
  '\ufeff',
];
const hugeOrUnicode = async ({ store, account, round }: World): Promise<string[]> => {
  const size = SIZES[round % SIZES.length] ?? 1;
  const text = Array.from(
    { length: Math.ceil(size / 2) },
    (_, at) => SCRIPTS[(at * 7 + round) % SCRIPTS.length],
  );
  const secret = ` ${text.join('')} `;
  const faults = [
    ...wrong('kept', await store.set(account, secret), 'ready'),
    ...wrong('read', await store.get(account), asAnswer(secret)),
    ...wrong('deleted', await store.delete(account), 'absent'),
  ];
  for (const impossible of [`before\0${secret}`, `${secret}\ud800`]) {
    faults.push(
      ...wrong('that cannot be stored', await store.set(account, impossible), 'unavailable'),
      ...wrong('left of it', await keytar.getPassword(SERVICE, account), null),
    );
    await keytar.deletePassword(SERVICE, account);
  }
  return faults;
};

/** Ends the pending prompt as if the user had dismissed it, so the calls that wait for it return. */
async function dismiss(): Promise<void> {
  const file = process.env['PROMPTER_PID'] ?? '';
  const written = (): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  while (written() === '') await pause(20);
  process.kill(Number(written()), 'SIGKILL');
  rmSync(file);
}
const promptPending = async (world: World): Promise<string[]> => {
  const { account, secret } = world;
  inNewProcess(account, `set=${secret}`);
  lock();
  const faults = await everyVerb(world, 'timeout');
  await dismiss();
  unlock();
  return [...faults, ...wrong('afterwards', inNewProcess(account, 'get'), [secret])];
};

const twoApps = async ({ make, store, account, secret }: World): Promise<string[]> => {
  // Both apps read this shared account repeatedly, while each app writes to its own accounts.
  await store.set(`${account} shared`, secret);
  const meeting = mkdtempSync(join(tmpdir(), 'roundwatch-meeting-'));
  const app = async (own: string, other: string): Promise<string[]> => {
    const env = { ...process.env, APP: `${own} ${other}`, MEET: meeting };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script('app.ts'), make, account, secret],
      {
        env,
      },
    );
    writeFileSync(join(meeting, `${own}-ended`), '');
    return (JSON.parse(stdout) as string[]).map((fault) => `${own}: ${fault}`);
  };
  const faults = (await Promise.all([app('one', 'other'), app('other', 'one')])).flat();
  rmSync(meeting, { recursive: true });
  return faults;
};

const PENDING_MS = 400;

export const STATES = {
  unlocked: { bus: 'keyring', defects: ['null read as locked', 'a probe left behind'], go: unlocked },
  locked: {
    bus: 'keyring',
    go: locked,
    defects: ['null read as absent', '"nothing deleted" read as absent'],
  },
  relocked: { bus: 'keyring', defects: ['null read as absent', 'a cached secret'], go: relocked },
  'no service': {
    bus: 'no service',
    defects: ['a failure read as absent'],
    go: (world) => everyVerb(world, 'unavailable'),
  },
  'no bus': {
    bus: 'no bus',
    defects: ['a failure read as absent'],
    go: (world) => everyVerb(world, 'unavailable'),
  },
  'daemon killed': { bus: 'keyring', defects: ['a failure read as absent'], isLast: true, go: killed },
  'wrong item': {
    bus: 'keyring',
    go: wrongItem,
    defects: ['any item of the service', 'everything of the service deleted'],
  },
  'huge or unicode secret': {
    bus: 'keyring',
    go: hugeOrUnicode,
    defects: ['an unverified write', 'a trimmed secret'],
  },
  'prompt pending': {
    bus: 'silent prompter',
    go: promptPending,
    timeoutMs: PENDING_MS,
    isLast: true,
    defects: ['a hanging read treated as absent'],
  },
  'two apps': { bus: 'keyring', defects: ['one item for all secrets'], go: twoApps },
} as const satisfies Record<string, State>;

export type StateName = keyof typeof STATES;
