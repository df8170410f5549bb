import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

const PLANTED = `
async function later(): Promise<number> { return await Promise.resolve(1); }
export function planted(kind: 'a' | 'b'): number {
  later();
  if (later()) throw 'text';
  switch (kind) { case 'a': return 1; }
  return 2;
}
export const waits = async (): Promise<number> => await 3;
`;

describe('the rules that need types', () => {
  const report = found();
  it.each([
    'no-floating-promises',
    'no-misused-promises',
    'await-thenable',
    'switch-exhaustiveness-check',
    'only-throw-error',
  ])('find a planted fault: %s', (rule) => {
    expect(report).toContain(`typescript(${rule})`);
  });
});

/** What oxlint says of the planted file under this repository's own rules. */
function found(): string {
  const folder = tempDir();
  try {
    cpSync('.oxlintrc.json', join(folder.path, '.oxlintrc.json'));
    writeFileSync(
      join(folder.path, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, target: 'es2024', module: 'nodenext', noEmit: true },
        include: ['*.ts'],
      }),
    );
    writeFileSync(join(folder.path, 'planted.ts'), PLANTED);
    const oxlint = resolve('node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--type-aware', '.'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    folder.remove();
  }
}
