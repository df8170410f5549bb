import type { Mutation } from './mutation.ts';

/** The results of a test file in one run. */
export interface FileRun {
  /** Errors outside any test, such as a module that does not load. */
  readonly loadErrors: readonly string[];
  readonly tests: readonly TestRun[];
}

export interface TestRun {
  readonly name: string;
  /** The names of the suites and of the test, separated by ` > `. */
  readonly fullName: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly durationMs: number;
  readonly errors: readonly { readonly name: string; readonly message: string }[];
  /** Why the test was skipped. */
  readonly note?: string | undefined;
}

/**
 * - `caught`: every named test failed with the mutation and passes without it.
 * - `missed`: a named test passed with the mutation.
 * - `stale`: the text to replace is missing or ambiguous.
 * - `error`: the run proves nothing, for instance because the mutated code does not load.
 * - `skipped`: a named test does not run on this machine.
 */
export interface Verdict {
  readonly mutation: Mutation;
  readonly state: 'caught' | 'missed' | 'stale' | 'error' | 'skipped';
  /** For `caught`, the tests that failed. For other states, the reason. */
  readonly detail: string;
  readonly durationMs: number;
}

/**
 * The run of a test file without the mutation; null if the test process ended early. With `elsewhere`, no
 * such run is made, because the caller runs the same tests itself and reports their failures.
 */
export type Baseline = FileRun | null | 'elsewhere';

/**
 * Judges a mutation by two runs of its test file: `mutated` with the mutation, and `baseline` without it.
 * `mutated` is null if the test process ended early.
 */
export function judge(mutation: Mutation, mutated: FileRun | null, baseline: Baseline): Verdict {
  const { titles } = mutation.test;
  const verdict = (state: Verdict['state'], detail: string): Verdict => ({
    mutation,
    state,
    detail,
    durationMs: titles
      .flatMap((title) => matching(mutated, title))
      .reduce((sum, test) => sum + test.durationMs, 0),
  });
  const unusable =
    baseline === 'elsewhere' ? problemOfTitles(titles, mutated) : problemOfBaseline(titles, baseline);
  if (unusable !== null) return verdict('error', unusable);
  if (mutated === null) return verdict('error', 'the test process ended early');
  // If a hook fails, Vitest skips its tests. They are not skipped for a reason of their own.
  const [loadError] = mutated.loadErrors;
  if (loadError !== undefined) return verdict('error', `does not load: ${firstLine(loadError)}`);
  const skipped = titles
    .flatMap((title) => matching(baseline === 'elsewhere' ? mutated : baseline, title))
    .find(({ state }) => state === 'skipped');
  if (skipped !== undefined)
    return verdict('skipped', `${skipped.name}: ${skipped.note ?? 'no reason given'}`);
  const absent = titles.find((title) => matching(mutated, title).every(({ state }) => state === 'pending'));
  if (absent !== undefined) return verdict('error', `"${absent}" did not run`);
  const tests = titles.flatMap((title) => matching(mutated, title));
  const passed = tests.filter(({ state }) => state === 'passed');
  if (passed.length > 0)
    return verdict('missed', `passes with it: ${passed.map(({ name }) => name).join('; ')}`);
  const meaningless = tests.map(problemOfFailure).find((problem) => problem !== null);
  if (meaningless !== undefined) return verdict('error', meaningless);
  return verdict('caught', tests.map(({ name }) => name).join('; '));
}

/**
 * Returns why the named tests cannot judge the mutation, for example because a test is missing or fails even
 * without the mutation. Returns null if they can.
 */
function problemOfBaseline(titles: readonly string[], baseline: FileRun | null): string | null {
  if (titles.length === 0) return 'names no test';
  if (baseline === null) return 'without it, the test process ended early';
  const [loadError] = baseline.loadErrors;
  if (loadError !== undefined) return `without it, the test file does not load: ${firstLine(loadError)}`;
  const unclear = problemOfTitles(titles, baseline);
  if (unclear !== null) return unclear;
  const failed = titles.flatMap((title) => matching(baseline, title)).find(({ state }) => state === 'failed');
  return failed === undefined
    ? null
    : `fails without it: ${failed.name}: ${firstLine(failed.errors[0]?.message ?? '')}`;
}

/**
 * Returns an error if there are no titles, or if a title does not match exactly one test. Otherwise, returns
 * null.
 */
function problemOfTitles(titles: readonly string[], run: FileRun | null): string | null {
  if (titles.length === 0) return 'names no test';
  // If the file did not load, it has no tests. `judge` reports the load error.
  if (run === null || run.loadErrors.length > 0) return null;
  for (const title of titles) {
    const { length } = matching(run, title);
    if (length === 0) return `there is no test "${title}"`;
    if (length > 1) return `${length} tests match "${title}"`;
  }
  return null;
}

/**
 * Returns null if the failure proves that the test detects the defect. Otherwise, returns the reason why it
 * does not.
 */
function problemOfFailure({ name, state, errors }: TestRun): string | null {
  const [error] = errors;
  if (state !== 'failed' || error === undefined) return `${state} without an error: ${name}`;
  if (error.name === 'ReferenceError') return `uses an undefined name: ${error.message}`;
  if (/^(Test|Hook) timed out in /.test(error.message)) return `timed out: ${name}`;
  return null;
}

function matching(run: FileRun | null, title: string): readonly TestRun[] {
  const tests = run?.tests ?? [];
  if (!title.endsWith('…')) return tests.filter(({ name, fullName }) => name === title || fullName === title);
  const beginning = title.slice(0, -1);
  return tests.filter(({ name, fullName }) => name.startsWith(beginning) || fullName.startsWith(beginning));
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
