import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownNode } from '../../support/common/process.ts';
import { lineSchema, type CallLine, type EndLine, type Plan } from './subject-plan.ts';

/**
 * Limits two kinds of memory that grow even if the calls retain nothing: V8's space for short-lived objects,
 * which grows during the first few thousand calls, and malloc's arenas, one for each thread. With these
 * limits, all further growth is retained memory.
 */
const QUIET_MEMORY = ['--expose-gc', '--max-semi-space-size=4'];
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

export interface SubjectRun {
  readonly calls: readonly CallLine[];
  /** The last line of the report, or null if the process died before it wrote that line. */
  readonly end: EndLine | null;
  /** How the process died, or null if it exited normally. */
  readonly exitProblem: string | null;
}
export interface SubjectOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The time in ms after which the process is killed. */
  readonly limitMs: number;
}

/** Runs `subject-process.ts`, the client under test, and returns the result of every call. */
export function runSubject(plan: Plan, { env = {}, limitMs }: SubjectOptions): Promise<SubjectRun> {
  const program = join(import.meta.dirname, 'subject-process.ts');
  const child = spawn(ownNode, [...QUIET_MEMORY, program, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...FEW_ARENAS, ...env },
  });
  const calls: CallLine[] = [];
  let end: EndLine | null = null;
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  createInterface({ input: child.stdout }).on('line', (text) => {
    // If the process died, its last line may be incomplete.
    if (!text.endsWith('}')) return;
    const line = lineSchema.parse(JSON.parse(text));
    if (line.line === 'call') calls.push(line);
    else end = line;
  });
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  const timer = setTimeout(orphaned, limitMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      process.off('exit', orphaned);
      const exitProblem =
        code === 0 ? null : `ended with ${String(signal ?? code)}: ${errorOutput.slice(-2_000)}`;
      resolve({ calls, end, exitProblem });
    });
  });
}
