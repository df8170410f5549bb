import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { lineSchema, type CallLine, type EndLine, type Plan } from './subject-plan.ts';

const ownNode = join(import.meta.dirname, '..', '..', 'node_modules', 'node', 'bin', 'node');
/** A Node that runs TypeScript as it stands. */
const node = existsSync(ownNode) ? ownNode : process.execPath;

/**
 * What Node sets aside for short-lived objects grows with the first thousands of calls whatever they are, and the allocator
 * adds an arena a thread: both are kept small, so that what is measured is what the calls hold on to.
 */
const QUIET_MEMORY = ['--expose-gc', '--max-semi-space-size=4'];
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

export interface SubjectRun {
  readonly calls: readonly CallLine[];
  /** Null where the process ended before it was through. */
  readonly end: EndLine | null;
  /** In words, where the process did not end by itself and well. */
  readonly death: string | null;
}
export interface SubjectOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The process is killed after this, ms. */
  readonly limitMs: number;
}

/** Runs the client in a process of its own and gives what became of every call. */
export function runSubject(plan: Plan, { env = {}, limitMs }: SubjectOptions): Promise<SubjectRun> {
  const program = join(import.meta.dirname, 'subject-process.ts');
  const child = spawn(node, [...QUIET_MEMORY, program, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...FEW_ARENAS, ...env },
  });
  const calls: CallLine[] = [];
  let end: EndLine | null = null;
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  createInterface({ input: child.stdout }).on('line', (text) => {
    // The last line of a process that died may be cut.
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
      const death = code === 0 ? null : `ended with ${String(signal ?? code)}: ${complaints.slice(-2_000)}`;
      resolve({ calls, end, death });
    });
  });
}
