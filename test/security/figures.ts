import { appendFileSync } from 'node:fs';

/** `npm run security` asks for the full size. */
export const IS_FULL = process.env['ROUNDWATCH_FULL'] === '1';

/** One figure in plain words; `npm run security` prints them after the run. */
export function tell(sentence: string): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(sentence);
  else appendFileSync(file, `${sentence}\n`);
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`;
export const number = (value: number): string => value.toLocaleString('en-US');
