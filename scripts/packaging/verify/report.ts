/** The result of each step of `npm run package -- --verify`. */
export interface Report {
  /** Prints a step and its faults. Without faults, the step has passed. */
  check(step: string, faults: readonly string[]): void;
  /** Prints the name of a step that this machine cannot run, and the reason. */
  notRun(step: string, reason: string): void;
  note(line: string): void;
  /** Prints the counts. Returns whether every step that ran has passed. */
  end(): boolean;
}

const FAULTS_SHOWN = 10;

export function createReport(write: (line: string) => void): Report {
  const counts = { passed: 0, failed: 0, notRun: 0 };
  return {
    check: (step, faults) => {
      counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
      write(`  ${faults.length === 0 ? 'ok     ' : 'FAILED '} ${step}`);
      for (const fault of faults.slice(0, FAULTS_SHOWN)) write(`            ${fault}`);
    },
    notRun: (step, reason) => {
      counts.notRun += 1;
      write(`  NOT RUN ${step}: ${reason}`);
    },
    note: (line) => write(`  ${line}`),
    end: () => {
      write(`verify: ${counts.passed} passed, ${counts.failed} failed, ${counts.notRun} not run`);
      return counts.failed === 0 && counts.passed > 0;
    },
  };
}
