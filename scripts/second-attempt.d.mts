export interface CountedTest {
  readonly name: string;
  readonly file?: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly ms?: number;
  readonly message?: string;
  readonly reason?: string;
  readonly firstAttempt?: string;
}
export function filesToTryAgain(tests: readonly CountedTest[]): string[];
export function mergeSecondAttempt(
  first: readonly CountedTest[],
  files: readonly string[],
  second: readonly CountedTest[],
): readonly CountedTest[];
