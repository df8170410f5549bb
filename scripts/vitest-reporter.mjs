import { writeFileSync } from 'node:fs';

/**
 * What `npm test` counts, written to ROUNDWATCH_REPORT: every test with its state, the reason of a skip (which Vitest's
 * own JSON leaves out) and every error that belongs to no test.
 */
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { tests: [], files: [], errors: unhandledErrors.map(textOf) };
    for (const module of modules) {
      report.files.push(module.relativeModuleId);
      for (const error of module.errors()) report.errors.push(`${module.relativeModuleId}: ${textOf(error)}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) report.errors.push(`${suite.fullName}: ${textOf(error)}`);
      }
      for (const test of module.children.allTests()) report.tests.push(entry(module, test));
    }
    writeFileSync(process.env.ROUNDWATCH_REPORT, JSON.stringify(report));
  }
}

function entry(module, test) {
  const result = test.result();
  return {
    file: module.relativeModuleId,
    name: `${module.relativeModuleId} > ${test.fullName}`,
    state: result.state === 'passed' || result.state === 'skipped' ? result.state : 'failed',
    ms: test.diagnostic()?.duration ?? 0,
    message: (result.errors ?? []).map(textOf).join('\n'),
    reason: result.note ?? test.options.mode,
  };
}

const textOf = (error) => error.stack ?? error.message ?? String(error);
