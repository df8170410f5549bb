import { pathToFileURL } from 'node:url';
import { MUTATION_VARIABLE, type Mutation } from './mutation.ts';
import { NO_CACHE_VARIABLE, PLAN_VARIABLE } from './shared-hook.ts';

/** A test file that Vitest runs in one process. */
export interface Task {
  /**
   * The name of the Vitest project. Each mutation that runs in a separate process has its own project. Each
   * set of environment variables has one project for all mutations in shared processes, and one for all runs
   * without a mutation.
   */
  readonly project: string;
  readonly file: string;
  readonly isShared: boolean;
  readonly runs: readonly TaskRun[];
  readonly env: Readonly<Record<string, string>>;
}

export interface TaskRun {
  /** The name of the mutation, or an empty string for a run without a mutation. */
  readonly mutation: string;
  readonly titles: readonly string[];
}

/** Environment variables of every run. They ensure that no report contains figures from these runs. */
const NEUTRAL = { ROUNDWATCH_FULL: '', ROUNDWATCH_FIGURES: '' };

/**
 * Returns whether a mutation shares processes with other mutations. Mutations for reliability and security
 * tests do not, because some of these tests measure memory and time.
 */
export const isShared = ({ test: { file } }: Mutation): boolean =>
  !/^test\/(reliability|security)\//.test(file);

const withEnv = (kind: string, { env = {} }: Mutation): string =>
  `${kind} ${JSON.stringify(Object.entries(env).toSorted())}`;

/** Returns the name of the Vitest project that runs tests with the mutation. */
export const mutatedProject = (mutation: Mutation): string =>
  isShared(mutation) ? withEnv('shared', mutation) : `mutation ${mutation.name}`;

/** Returns the name of the project for the runs without the mutation. */
export const baselineProject = (mutation: Mutation): string =>
  isShared(mutation) ? mutatedProject(mutation) : withEnv('baseline', mutation);

/** @param preload the module that a test process loads first */
export function separateTask(mutation: Mutation, preload: string): Task {
  const { name, test, env = {} } = mutation;
  return {
    project: mutatedProject(mutation),
    file: test.file,
    isShared: false,
    runs: [{ mutation: name, titles: test.titles }],
    env: { ...NEUTRAL, ...env, [MUTATION_VARIABLE]: name, ...withPreload(preload) },
  };
}

/**
 * Returns the tasks that run tests without a mutation. Each test file runs once per environment, limited to
 * the tests that its mutations must break.
 */
export const baselineTasks = (mutations: readonly Mutation[]): Task[] =>
  grouped(mutations, baselineProject).map(({ project, file, env, titles }) => ({
    project,
    file,
    isShared: false,
    runs: [{ mutation: '', titles }],
    env: { ...NEUTRAL, ...env },
  }));

/**
 * Returns the tasks that run several mutations in one process. Each test file runs with each mutation in
 * turn. If one of its mutations needs a baseline, the file finally runs without a mutation, which proves that
 * the earlier runs did not make the tests fail.
 * @param plan the file with the plan for the shared processes
 */
export const sharedTasks = (
  mutations: readonly Mutation[],
  preload: string,
  plan: string,
  needsBaseline: (mutation: Mutation) => boolean,
): Task[] =>
  grouped(mutations, mutatedProject).map(({ project, file, env, titles, group }) => ({
    project,
    file,
    isShared: true,
    runs: [
      ...group.map(({ name, test }) => ({ mutation: name, titles: test.titles })),
      ...(group.some(needsBaseline) ? [{ mutation: '', titles }] : []),
    ],
    env: { ...NEUTRAL, ...env, [PLAN_VARIABLE]: plan, [NO_CACHE_VARIABLE]: '1', ...withPreload(preload) },
  }));

const withPreload = (preload: string) => ({
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(preload).href}`.trim(),
});

/** Groups the mutations by project and test file. */
function grouped(mutations: readonly Mutation[], projectOf: (mutation: Mutation) => string) {
  const keyOf = (mutation: Mutation): string => `${projectOf(mutation)} ${mutation.test.file}`;
  return [...groupBy(mutations, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const titles = [...new Set(group.flatMap(({ test }) => test.titles))];
    return [{ project: projectOf(first), file: first.test.file, env: first.env ?? {}, titles, group }];
  });
}

export function groupBy(
  mutations: readonly Mutation[],
  keyOf: (mutation: Mutation) => string,
): ReadonlyMap<string, readonly Mutation[]> {
  const groups = new Map<string, readonly Mutation[]>();
  for (const mutation of mutations) {
    const key = keyOf(mutation);
    groups.set(key, [...(groups.get(key) ?? []), mutation]);
  }
  return groups;
}
