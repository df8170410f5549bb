import { describe, expect, it } from 'vitest';
import { judge, type Baseline, type FileRun, type TestRun } from '../../mutations/judge.ts';
import type { Mutation } from '../../mutations/mutation.ts';

const mutationOf = (...titles: string[]): Mutation => ({
  name: 'm',
  guarantee: 'a guarantee',
  edits: [],
  test: { file: 'some.test.ts', titles },
});

const test = (name: string, state: TestRun['state'], error?: string): TestRun => {
  const [type = 'Error', message = ''] = error?.split(': ') ?? [];
  const errors = state === 'failed' ? [{ name: type, message }] : [];
  return { name, state, errors, fullName: `ledger > ${name}`, durationMs: 5 };
};
const ran = (...tests: TestRun[]): FileRun => ({ loadErrors: [], tests });
const verdictOf = (titles: string[], mutated: FileRun | null, baseline: Baseline): string => {
  const { state, detail } = judge(mutationOf(...titles), mutated, baseline);
  return `${state}: ${detail}`;
};

const PASSES = ran(test('counts', 'passed'), test('adds', 'passed'), test('adds up', 'passed'));
const FAILS = ran(
  test('counts', 'failed', 'AssertionError: no'),
  test('adds', 'passed'),
  test('adds up', 'passed'),
);

describe('a mutation', () => {
  it.each(['counts', 'ledger > counts', 'cou…', 'ledger > c…'])('is caught by the test "%s"', (title) => {
    expect(verdictOf([title], FAILS, PASSES)).toBe('caught: counts');
  });

  it('is missed when one of its tests passes', () => {
    expect(verdictOf(['counts', 'adds'], FAILS, PASSES)).toBe('missed: passes with it: adds');
  });

  it('has the total duration of its tests', () => {
    expect(judge(mutationOf('counts', 'adds'), FAILS, PASSES).durationMs).toBe(10);
  });
});

describe('a mutation whose tests also run elsewhere', () => {
  it('is judged by its own run alone', () => {
    expect(verdictOf(['counts'], FAILS, 'elsewhere')).toBe('caught: counts');
    expect(verdictOf(['counts', 'adds'], FAILS, 'elsewhere')).toBe('missed: passes with it: adds');
    expect(verdictOf(['subtracts'], FAILS, 'elsewhere')).toBe('error: there is no test "subtracts"');
    expect(verdictOf(['adds…'], FAILS, 'elsewhere')).toBe('error: 2 tests match "adds…"');
    expect(verdictOf(['counts'], null, 'elsewhere')).toBe('error: the test process ended early');
    expect(verdictOf(['counts'], { loadErrors: ['broken'], tests: [] }, 'elsewhere')).toBe(
      'error: does not load: broken',
    );
  });
});

describe('an error is reported when', () => {
  it('no test is named', () => {
    expect(verdictOf([], FAILS, PASSES)).toBe('error: names no test');
  });

  it('the named test does not exist', () => {
    expect(verdictOf(['subtracts'], FAILS, PASSES)).toBe('error: there is no test "subtracts"');
  });

  it('several tests match a title', () => {
    expect(verdictOf(['adds…'], FAILS, PASSES)).toBe('error: 2 tests match "adds…"');
  });

  it('the test fails without the mutation', () => {
    expect(verdictOf(['counts'], FAILS, FAILS)).toBe('error: fails without it: counts: no');
  });

  it('the test file does not load', () => {
    const broken: FileRun = { loadErrors: ['unexpected token\n  at x.ts:1'], tests: [] };
    expect(verdictOf(['counts'], broken, PASSES)).toBe('error: does not load: unexpected token');
    expect(verdictOf(['counts'], FAILS, broken)).toBe(
      'error: without it, the test file does not load: unexpected token',
    );
  });

  it('a hook fails, although its tests are then skipped', () => {
    const unhooked: FileRun = { loadErrors: ['Hook timed out'], tests: [test('counts', 'skipped')] };
    for (const baseline of [PASSES, 'elsewhere'] as const)
      expect(verdictOf(['counts'], unhooked, baseline)).toBe('error: does not load: Hook timed out');
  });

  it('a process ends before its tests', () => {
    expect(verdictOf(['counts'], null, PASSES)).toBe('error: the test process ended early');
    expect(verdictOf(['counts'], FAILS, null)).toBe('error: without it, the test process ended early');
    expect(verdictOf(['counts'], ran(), PASSES)).toBe('error: "counts" did not run');
    expect(verdictOf(['counts'], ran(test('counts', 'pending')), PASSES)).toBe('error: "counts" did not run');
  });

  it.each([
    ['ReferenceError: x is not defined', 'uses an undefined name: x is not defined'],
    ['Error: Test timed out in 60000ms.', 'timed out: counts'],
  ])('the test fails for another reason, such as %s', (error, detail) => {
    expect(verdictOf(['counts'], ran(test('counts', 'failed', error)), PASSES)).toBe(`error: ${detail}`);
  });
});

it('a mutation is skipped if its test is', () => {
  const skipped = ran({ ...test('counts', 'skipped'), note: 'no keyring' });
  expect(verdictOf(['counts'], skipped, skipped)).toBe('skipped: counts: no keyring');
});
