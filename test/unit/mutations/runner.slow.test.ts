import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** Runs the fixture's mutations in a separate process, as `npm run mutations` does. */
function runFixture(...names: string[]): Readonly<Record<string, string>> {
  const program = join(import.meta.dirname, 'fixture', 'run.ts');
  const output = execFileSync(process.execPath, [program, ...names], { encoding: 'utf8' });
  return z.record(z.string(), z.string()).parse(JSON.parse(output));
}

it('gives every mutation its verdict, in child processes and threads too', () => {
  const file = 'test/unit/mutations/fixture/sum.ts';
  expect(runFixture()).toEqual({
    caught: 'caught: adds; adds in a child process; adds in a thread of a child process',
    environment: 'caught: reads the environment',
    'wrong environment':
      'error: fails without it: reads the environment: expected 3 to be 4 // Object.is equality',
    missed: 'missed: passes with it: proves nothing',
    // The test fails even without the mutation, because an earlier run in the same process has changed that
    // process.
    'leaves a trace': 'error: fails without it: runs in a clean process: expected true to be undefined',
    'text not found': `stale: ${file} contains "=> a * b;" 0 times`,
    'text found twice': `stale: ${file} contains "a: number" 2 times`,
    'syntax error': `error: does not load: ${file}: Unexpected token`,
    'throws while loading': "error: does not load: Cannot read properties of undefined (reading 'property')",
  });
});

it('runs a test without the mutation only for mutations that set variables, if the caller runs it anyway', () => {
  expect(runFixture('leaves a trace', 'environment', 'wrong environment')).toEqual({
    'leaves a trace': 'caught: runs in a clean process',
    environment: 'caught: reads the environment',
    'wrong environment':
      'error: fails without it: reads the environment: expected 3 to be 4 // Object.is equality',
  });
});
