import { appendFileSync } from 'node:fs';

/** `npm run reliability` asks for the full size. */
export const IS_FULL = process.env['ROUNDWATCH_FULL'] === '1';

/** Figures in plain words; `npm run reliability` prints them after the run. */
export function tell(lines: readonly string[]): void {
  const file = process.env['ROUNDWATCH_FIGURES'];
  if (file === undefined || file === '') console.log(lines.join('\n'));
  else appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}
