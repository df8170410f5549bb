import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parseSync } from 'vite';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { createVitest, type TestModule } from 'vitest/node';
import { mutatedSources, StaleMutationError } from './apply-edits.ts';
import { judge, type FileRun, type TestRun, type Verdict } from './judge.ts';
import { MUTATION_VARIABLE, type Mutation } from './mutation.ts';
import { mutationPlugin } from './vite-plugin.ts';

export interface RunOptions {
  /**
   * The module that every test process with a mutation loads first. The module must install the module hook
   * for the same mutations.
   */
  readonly preload?: string;
  /**
   * Whether the caller itself runs the tests without mutations. If so, `runMutations` runs the tests only
   * with mutations.
   */
  readonly baselineElsewhere?: boolean;
  /** Called with the output of the test processes. The default ignores the output. */
  readonly onOutput?: (text: string) => void;
}

/** A run of a test file with one mutation or with none. */
interface Task {
  /** The Vitest project: one for each mutation, and shared projects for runs without a mutation. */
  readonly project: string;
  readonly file: string;
  readonly titles: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The mutated sources by path. Empty for a run without a mutation. */
  readonly sources: ReadonlyMap<string, string>;
}

const root = join(import.meta.dirname, '..', '..');
const TEST_TIMEOUT_MS = 60_000;
const PRELOAD = join(import.meta.dirname, 'preload.ts');

/**
 * Runs the named tests of every mutation, with and without the mutation. Starts Vitest once, with a separate
 * process for each mutation. Returns the verdicts in the order of `mutations`.
 */
export async function runMutations(
  mutations: readonly Mutation[],
  { preload = PRELOAD, baselineElsewhere = false, onOutput = () => undefined }: RunOptions = {},
): Promise<Verdict[]> {
  const prepared = mutations.map((mutation) => ({ mutation, ...prepare(mutation) }));
  const runnable = prepared.filter(({ problem }) => problem === null);
  const tasks = [
    ...runnable.map(({ mutation, sources }) => mutatedTask(mutation, sources, preload)),
    ...(baselineElsewhere ? [] : baselineTasks(runnable.map(({ mutation }) => mutation))),
  ];
  const runs = tasks.length === 0 ? new Map<string, FileRun>() : await runTasks(tasks, onOutput);
  const runOf = (project: string, { test }: Mutation): FileRun | null =>
    runs.get(runKey(project, test.file)) ?? null;
  return prepared.map(
    ({ mutation, problem }) =>
      problem ??
      judge(
        mutation,
        runOf(mutatedProject(mutation), mutation),
        baselineElsewhere ? 'elsewhere' : runOf(baselineProject(mutation), mutation),
      ),
  );
}

/**
 * Returns the mutated sources. If the mutation has no edits, cannot be applied or results in a syntax error,
 * returns a verdict instead.
 */
function prepare(mutation: Mutation): { sources: ReadonlyMap<string, string>; problem: Verdict | null } {
  const problem = (state: Verdict['state'], detail: string) => ({
    sources: new Map<string, string>(),
    problem: { mutation, state, detail, durationMs: 0 },
  });
  if (mutation.edits.length === 0) return problem('error', 'edits nothing');
  try {
    const sources = mutatedSources(mutation, root);
    const [invalid] = [...sources].flatMap(([file, source]) => syntaxErrors(file, source));
    return invalid === undefined ? { sources, problem: null } : problem('error', `does not load: ${invalid}`);
  } catch (error) {
    if (error instanceof StaleMutationError) return problem('stale', error.message);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return problem('stale', error.message);
    throw error;
  }
}

/** Returns the syntax errors in a source. Skips Svelte components, whose compiler reports them later. */
function syntaxErrors(file: string, source: string): string[] {
  if (!/\.(ts|mjs|js)$/.test(file)) return [];
  return parseSync(file, source).errors.map(({ message }) => `${file}: ${message}`);
}

/**
 * Returns whether a test file needs Vite, whose plugin compiles Svelte components. All other tests run in
 * Node alone, because they take half the time there.
 */
const needsVite = (file: string): boolean => file.startsWith('test/renderer/');

const mutatedProject = ({ name }: Mutation): string => `mutation ${name}`;
const baselineProject = ({ test, env = {} }: Mutation): string =>
  `baseline ${needsVite(test.file) ? 'Vite' : 'Node'} ${JSON.stringify(Object.entries(env).toSorted())}`;
const runKey = (project: string, file: string): string => `${project} ${file}`;

/** Environment variables of every run. They ensure that no report contains figures from these runs. */
const NEUTRAL = { ROUNDWATCH_FULL: '', ROUNDWATCH_FIGURES: '' };

function mutatedTask(mutation: Mutation, sources: Task['sources'], preload: string): Task {
  const { name, test, env = {} } = mutation;
  const nodeOptions = `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(preload).href}`.trim();
  return {
    project: mutatedProject(mutation),
    ...test,
    sources,
    env: { ...NEUTRAL, ...env, [MUTATION_VARIABLE]: name, NODE_OPTIONS: nodeOptions },
  };
}

/**
 * Returns the runs without a mutation. Each test file runs once per environment, with the titles of all
 * mutations that name this file.
 */
function baselineTasks(mutations: readonly Mutation[]): Task[] {
  const tasks = new Map<string, Task>();
  for (const mutation of mutations) {
    const { file, titles } = mutation.test;
    const project = baselineProject(mutation);
    const others = tasks.get(runKey(project, file))?.titles ?? [];
    const env = { ...NEUTRAL, ...mutation.env };
    tasks.set(runKey(project, file), {
      project,
      file,
      titles: [...others, ...titles],
      env,
      sources: new Map(),
    });
  }
  return [...tasks.values()];
}

async function runTasks(
  tasks: readonly Task[],
  onOutput: (text: string) => void,
): Promise<Map<string, FileRun>> {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      onOutput(String(chunk));
      done();
    },
  });
  const vitest = await createVitest(
    {
      root,
      config: false,
      watch: false,
      reporters: [{}],
      maxWorkers: availableParallelism(),
      projects: projectsOf(tasks),
    },
    {},
    { stdout: output, stderr: output },
  );
  try {
    const specifications = tasks.map(({ project, file, titles }) =>
      vitest
        .getProjectByName(project)
        .createSpecification(join(root, file), { testNamePattern: patternOf(titles) }),
    );
    const { testModules } = await vitest.runTestSpecifications(specifications);
    const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId).replaceAll('\\', '/');
    return new Map(
      testModules.map((module) => [runKey(module.project.name, fileOf(module)), fileRun(module)]),
    );
  } finally {
    await vitest.close();
  }
}

function projectsOf(tasks: readonly Task[]): TestProjectInlineConfiguration[] {
  const names = [...new Set(tasks.map(({ project }) => project))];
  return names.flatMap((name) => {
    const group = tasks.filter(({ project }) => project === name);
    const [first] = group;
    return first === undefined
      ? []
      : [
          projectOf(
            first,
            group.map(({ file }) => file),
          ),
        ];
  });
}

function projectOf({ project, file, env, sources }: Task, include: string[]): TestProjectInlineConfiguration {
  const test = {
    name: project,
    include,
    env,
    pool: 'forks' as const,
    isolate: false,
    testTimeout: TEST_TIMEOUT_MS,
  };
  if (!needsVite(file)) return { test: { ...test, experimental: { viteModuleRunner: false } } };
  const plugins = [
    svelte({ configFile: false, compilerOptions: { runes: true } }),
    mutationPlugin(sources, root),
  ];
  return { extends: false, plugins, test };
}

/**
 * Returns a pattern that selects the named tests. It may also select other tests, which does no harm: `judge`
 * later compares the titles exactly.
 */
function patternOf(titles: readonly string[]): RegExp {
  const patterns = titles.map((title) => {
    const name = title.split(' > ').at(-1) ?? '';
    return name.endsWith('…') ? escaped(name.slice(0, -1)) : `${escaped(name)}$`;
  });
  return new RegExp(patterns.join('|'));
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function fileRun(module: TestModule): FileRun {
  const suites = [...module.children.allSuites()];
  const loadErrors = [module, ...suites].flatMap((each) => each.errors()).map(({ message }) => message);
  const tests = [...module.children.allTests()].map((test): TestRun => {
    const result = test.result();
    return {
      name: test.name,
      fullName: test.fullName,
      state: result.state,
      durationMs: test.diagnostic()?.duration ?? 0,
      errors: (result.errors ?? []).map(({ name = '', message }) => ({ name, message })),
      note: result.state === 'skipped' ? result.note : undefined,
    };
  });
  return { loadErrors, tests };
}
