import { writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** Writes the results of a Playwright run to ROUNDWATCH_REPORT, in the format that `suites.mjs` reads. */
export default class PlaywrightReporter {
  #root;
  #suite;
  #errors = [];

  onBegin(config, suite) {
    this.#root = config.configFile.replace(/[^/\\]*$/, '');
    this.#suite = suite;
  }

  onError(error) {
    this.#errors.push(textOf(error));
  }

  onEnd() {
    const tests = (this.#suite?.allTests() ?? []).map((test) => entry(this.#root, test));
    writeFileSync(process.env.ROUNDWATCH_REPORT, JSON.stringify({ tests, errors: this.#errors }));
  }
}

const STATES = { expected: 'passed', skipped: 'skipped' };

function entry(root, test) {
  const [, project, , ...titles] = test.titlePath();
  return {
    suite: project,
    file: relative(root, test.location.file).split(sep).join('/'),
    name: titles.join(' > '),
    state: STATES[test.outcome()] ?? 'failed',
    ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    message: test.results.flatMap(({ errors }) => errors.map(textOf)).join('\n'),
    reason:
      test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'not reached',
  };
}

const textOf = (error) => error.stack ?? error.message ?? String(error.value);
