/**
 * A test that fails while the machine is busy with another suite is tried once more, its whole file anew. What passes then counts
 * as passed and is named, with what went wrong the first time (docs/adr/0029-a-second-attempt-is-named.md).
 */

/** More than this is no chance: it is not tried again. */
const MOST_FILES = 3;

/** The files to run again, or none: an error outside any test, or many failures, say more than a second attempt would. */
export function filesToTryAgain(tests) {
  const failed = tests.filter(({ state }) => state === 'failed');
  const files = [...new Set(failed.map(({ file }) => file))];
  return files.length > MOST_FILES || files.includes(undefined) ? [] : files;
}

/**
 * `first` with the tests of `files` replaced by those of `second`; what failed the first time carries its message as
 * `firstAttempt`. Where the second attempt fails too, or leaves out a test, the first one stands as it is.
 */
export function mergeSecondAttempt(first, files, second) {
  const isAgain = ({ file }) => files.includes(file);
  const inSecond = new Map(second.map((test) => [test.name, test]));
  const stands = first
    .filter(isAgain)
    .some((test) => test.state !== 'skipped' && inSecond.get(test.name)?.state !== 'passed');
  if (stands || second.some(({ state }) => state === 'failed')) return first;
  return first.map((test) => {
    if (!isAgain(test)) return test;
    const again = inSecond.get(test.name) ?? test;
    const ms = (test.ms ?? 0) + (again.ms ?? 0);
    return { ...again, ms, ...(test.state === 'failed' ? { firstAttempt: test.message } : {}) };
  });
}
