import { writeFileSync } from 'node:fs';

/**
 * Writes the results of a Vitest run to ROUNDWATCH_REPORT, in the format that `suites.mjs` reads. Vitest's
 * own JSON reporter omits the reason why a test was skipped.
 */
export default class VitestReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const errors = unhandledErrors.map(textOf);
    const tests = [];
    for (const module of modules) {
      for (const error of module.errors()) errors.push(`${module.relativeModuleId}: ${textOf(error)}`);
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) errors.push(`${suite.fullName}: ${textOf(error)}`);
      for (const test of module.children.allTests()) tests.push(entry(module, test));
    }
    writeFileSync(process.env.ROUNDWATCH_REPORT, JSON.stringify({ tests, errors }));
  }
}

function entry(module, test) {
  const { state, errors = [], note } = test.result();
  return {
    suite: module.project.name,
    file: module.relativeModuleId,
    name: test.fullName,
    state: state === 'passed' || state === 'skipped' ? state : 'failed',
    ms: test.diagnostic()?.duration ?? 0,
    message: errors.map(textOf).join('\n'),
    reason: note ?? test.options.mode,
  };
}

const textOf = (error) => error.stack ?? error.message ?? String(error);
