import { describe, expect, it } from 'vitest';
import { filesToTryAgain, mergeSecondAttempt, type CountedTest } from '../../../scripts/second-attempt.mjs';

const test = (name: string, state: CountedTest['state'], more: Partial<CountedTest> = {}): CountedTest => ({
  ...{ name, state, ms: 1, file: `/${name.slice(0, 1)}.spec.ts` },
  ...more,
});

describe('what is tried again', () => {
  it('is the files of what failed', () => {
    const tests = [test('a1', 'failed'), test('a2', 'passed'), test('b1', 'passed'), test('c1', 'failed')];
    expect(filesToTryAgain(tests)).toEqual(['/a.spec.ts', '/c.spec.ts']);
    expect(filesToTryAgain([test('a1', 'passed')])).toEqual([]);
  });

  it('is nothing after an error outside any test, nor after many failures', () => {
    const outside: CountedTest = { name: 'outside any test', state: 'failed' };
    expect(filesToTryAgain([test('a1', 'failed'), outside])).toEqual([]);
    expect(filesToTryAgain(['a1', 'b1', 'c1', 'd1'].map((name) => test(name, 'failed')))).toEqual([]);
  });
});

describe('a second attempt', () => {
  const first = [
    test('a1', 'failed', { message: 'too late' }),
    test('a2', 'skipped', { reason: 'the one before failed' }),
    test('b1', 'passed'),
  ];
  const files = ['/a.spec.ts'];

  it('counts where all of the file passes, and tells what went wrong before', () => {
    const merged = mergeSecondAttempt(first, files, [test('a1', 'passed'), test('a2', 'passed')]);
    expect(merged.map(({ name, state, firstAttempt }) => [name, state, firstAttempt])).toEqual([
      ['a1', 'passed', 'too late'],
      ['a2', 'passed', undefined],
      ['b1', 'passed', undefined],
    ]);
    expect(merged[0]?.ms).toBe(2);
  });

  it.each([
    ['fails again', [test('a1', 'failed'), test('a2', 'skipped')]],
    ['fails in another test of the file', [test('a1', 'passed'), test('a2', 'failed')]],
    ['is left out', [test('a1', 'skipped'), test('a2', 'passed')]],
    ['did not run at all', []],
    [
      'ended with an error outside any test',
      [test('a1', 'passed'), test('o', 'failed', { file: undefined })],
    ],
  ])('changes nothing where what failed %s', (_what, second) => {
    expect(mergeSecondAttempt(first, files, second)).toBe(first);
  });
});
