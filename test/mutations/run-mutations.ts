import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { parseSync } from 'vite';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { mutatedSources, StaleMutationError } from './apply-edits.ts';
import { createImportGraph } from './import-graph.ts';
import { judge, type FileRun, type TestRun, type Verdict } from './judge.ts';
import type { Mutation } from './mutation.ts';
import type { Plan } from './shared-hook.ts';
import {
  baselineProject,
  baselineTasks,
  groupBy,
  isShared,
  mutatedProject,
  separateTask,
  sharedTasks,
  type Task,
} from './tasks.ts';
import { LOAD_ERROR, variantTitle } from './variant-title.ts';

export interface RunOptions {
  /**
   * The module that every test process with a mutation loads first. It must install the loader hook for the
   * same mutations.
   */
  readonly preload?: string;
  /**
   * Whether the caller itself runs the tests without mutations. If so, `runMutations` does this only for
   * mutations that set environment variables, because the caller does not set them.
   */
  readonly baselineElsewhere?: boolean;
  /** Called with the output of the test processes. The default ignores the output. */
  readonly onOutput?: (text: string) => void;
}

const root = join(import.meta.dirname, '..', '..');
const TEST_TIMEOUT_MS = 240_000;
const PRELOAD = join(import.meta.dirname, 'preload.ts');

/**
 * Runs the named tests of every mutation, with and without the mutation. Starts Vitest once. Returns the
 * verdicts in the order of `mutations`.
 */
export async function runMutations(
  mutations: readonly Mutation[],
  { preload = PRELOAD, baselineElsewhere = false, onOutput = () => undefined }: RunOptions = {},
): Promise<Verdict[]> {
  const prepared = mutations.map((mutation) => ({ mutation, problem: problemOf(mutation) }));
  const runnable = prepared.filter(({ problem }) => problem === null);
  const shared = runnable.map(({ mutation }) => mutation).filter(isShared);
  const separate = runnable.filter(({ mutation }) => !isShared(mutation));
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-mutations-'));
  const plan = join(scratch, 'plan.json');
  const needsBaseline = (mutation: Mutation): boolean => !baselineElsewhere || mutation.env !== undefined;
  const affected = planOf(shared, needsBaseline);
  writeFileSync(plan, JSON.stringify(affected));
  const tasks = [
    // Starts the longest tasks first, so the processes finish at about the same time.
    ...sharedTasks(shared, preload, plan, needsBaseline).toSorted(
      (a, b) => modulesToLoad(affected, b.file) - modulesToLoad(affected, a.file),
    ),
    ...separate.map(({ mutation }) => separateTask(mutation, preload)),
    ...baselineTasks(separate.map(({ mutation }) => mutation).filter(needsBaseline)),
  ];
  try {
    const runs = tasks.length === 0 ? new Map<string, FileRun>() : await runTasks(tasks, onOutput);
    const runOf = (project: string, { test }: Mutation, name: string): FileRun | null =>
      runs.get(runKey(project, test.file, name)) ?? null;
    return prepared.map(({ mutation, problem }) => {
      if (problem !== null) return problem;
      const mutated = runOf(mutatedProject(mutation), mutation, mutation.name);
      return judge(
        mutation,
        mutated,
        needsBaseline(mutation) ? runOf(baselineProject(mutation), mutation, '') : 'elsewhere',
      );
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns the mutations of each test file, each with the modules that must be reloaded for it. A file that
 * also runs without a mutation has a last entry with an empty name.
 */
function planOf(mutations: readonly Mutation[], needsBaseline: (mutation: Mutation) => boolean): Plan {
  const graph = createImportGraph(root);
  const plan: Plan = {};
  for (const [file, group] of groupBy(mutations, ({ test }) => test.file)) {
    plan[file] = group.map(({ name, edits }) => ({
      mutation: name,
      affected: [...graph.affectedBy(file, new Set(edits.map((edit) => edit.file)))],
    }));
    if (group.some(needsBaseline)) plan[file].push({ mutation: '', affected: [] });
  }
  return plan;
}

/** Returns the sum, over all mutations of a test file, of the number of modules to load. */
const modulesToLoad = (plan: Plan, file: string): number =>
  (plan[file] ?? []).reduce((sum, each) => sum + each.affected.length, 0);

/**
 * Returns a verdict if a mutation has no edits, cannot be applied or results in a syntax error. Otherwise,
 * returns null.
 */
function problemOf(mutation: Mutation): Verdict | null {
  const problem = (state: Verdict['state'], detail: string): Verdict => ({
    mutation,
    state,
    detail,
    durationMs: 0,
  });
  if (mutation.edits.length === 0) return problem('error', 'edits nothing');
  try {
    const [invalid] = [...mutatedSources(mutation, root)].flatMap(([file, source]) =>
      syntaxErrors(file, source),
    );
    return invalid === undefined ? null : problem('error', `does not load: ${invalid}`);
  } catch (error) {
    if (error instanceof StaleMutationError) return problem('stale', error.message);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return problem('stale', error.message);
    throw error;
  }
}

/**
 * Returns the syntax errors in a source. Skips Svelte components, because their compiler reports such errors
 * later.
 */
function syntaxErrors(file: string, source: string): string[] {
  if (!/\.(ts|mjs|js)$/.test(file)) return [];
  return parseSync(file, source).errors.map(({ message }) => `${file}: ${message}`);
}

const runKey = (project: string, file: string, mutation: string): string => `${project} ${file} ${mutation}`;

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
      // Many conformance tests wait for a clock. Running one process more than there are cores keeps all
      // cores busy.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: AsGiven },
      projects: projectsOf(tasks),
    },
    {},
    { stdout: output, stderr: output },
  );
  try {
    const specifications = tasks.map((task) =>
      vitest
        .getProjectByName(task.project)
        .createSpecification(join(root, task.file), { testNamePattern: patternOf(task) }),
    );
    const { testModules } = await vitest.runTestSpecifications(specifications);
    const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId).replaceAll('\\', '/');
    const modules = new Map(
      testModules.map((module) => [runKey(module.project.name, fileOf(module), ''), module]),
    );
    return new Map(
      tasks.flatMap(({ project, file, isShared: isOfShared, runs }) => {
        const module = modules.get(runKey(project, file, ''));
        if (module === undefined) return [];
        return runs.map(({ mutation }) => [
          runKey(project, file, mutation),
          fileRun(module, isOfShared ? variantTitle(mutation) : null),
        ]);
      }),
    );
  } finally {
    await vitest.close();
  }
}

/** Runs test files in the given order. By default, Vitest sorts them by project and size. */
class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
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

function projectOf({ project, env }: Task, include: string[]): TestProjectInlineConfiguration {
  const test = {
    name: project,
    include,
    env,
    pool: 'forks' as const,
    isolate: false,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
  };
  return { test: { ...test, experimental: { viteModuleRunner: false } } };
}

/**
 * Returns a pattern that selects the named tests. It may also select other tests, which does no harm: `judge`
 * later compares the titles exactly.
 */
function patternOf({ isShared: isOfShared, runs }: Task): RegExp {
  const patterns = runs.flatMap(({ mutation, titles }) => {
    const names = titles.map((title) => {
      const name = title.split(' > ').at(-1) ?? '';
      return name.endsWith('…') ? escaped(name.slice(0, -1)) : `${escaped(name)}$`;
    });
    if (!isOfShared) return names;
    return [`^${escaped(variantTitle(mutation))} > (.* > )?(${names.join('|')}|${LOAD_ERROR}$)`];
  });
  return new RegExp(patterns.join('|'));
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * Returns the results of a test file. If several variants share a process, returns only the results of
 * `variant`.
 */
function fileRun(module: TestModule, variant: string | null): FileRun {
  const prefix = variant === null ? '' : `${variant} > `;
  const isOfRun = ({ fullName }: { fullName: string }): boolean => `${fullName} > `.startsWith(prefix);
  const suites = [...module.children.allSuites()].filter(isOfRun);
  const tests = [...module.children.allTests()].filter(isOfRun).map((test): TestRun => {
    const result = test.result();
    return {
      name: test.name,
      fullName: test.fullName.slice(prefix.length),
      state: result.state,
      durationMs: test.diagnostic()?.duration ?? 0,
      errors: (result.errors ?? []).map(({ name = '', message }) => ({ name, message })),
      note: result.state === 'skipped' ? result.note : undefined,
    };
  });
  const isLoadError = ({ fullName }: TestRun): boolean => variant !== null && fullName === LOAD_ERROR;
  const loadErrors = [
    ...[module, ...suites].flatMap((each) => each.errors()),
    ...tests.filter(isLoadError).flatMap(({ errors }) => errors),
  ].map(({ message }) => message);
  return { loadErrors, tests: tests.filter((test) => !isLoadError(test)) };
}
