import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';

/* Checks that oxlint, with this repository's configuration, reports planted violations. */

const TYPED = `
async function later(): Promise<number> { return await Promise.resolve(1); }
export function planted(kind: 'a' | 'b'): number {
  later();
  if (later()) throw 'text';
  switch (kind) { case 'a': return 1; }
  return 2;
}
export const waits = async (): Promise<number> => await 3;
`;

const CORE = `
import { ipcMain } from 'electron';
import { timingSafeEqual } from 'node:crypto';
import { Type } from './type.ts';
export let state = 1;
const unused = 1;
var old = 2;
export default function (given: any): Type {
  console.log(given!.name == 1, process.env.HOME, ipcMain, timingSafeEqual, old);
  fetch('https://example.com');
  ${'given;\n  '.repeat(90)}
}
${'export {};\n'.repeat(400)}
`;

/** Files with violations: path, source, and the rules that the source breaks. */
const planted: [file: string, source: string, rules: string[]][] = [
  [
    'bench/typed.ts',
    TYPED,
    [
      'typescript(no-floating-promises)',
      'typescript(no-misused-promises)',
      'typescript(await-thenable)',
      'typescript(switch-exhaustiveness-check)',
      'typescript(only-throw-error)',
    ],
  ],
  [
    'electron/core/planted.ts',
    CORE,
    [
      'roundwatch(import-rules)',
      'roundwatch(no-default-export)',
      'roundwatch(no-raw-ipc)',
      'roundwatch(no-network)',
      'roundwatch(one-secret-comparison)',
      'roundwatch(no-module-state)',
      'roundwatch(no-process-env)',
      'typescript(no-explicit-any)',
      'typescript(no-non-null-assertion)',
      'typescript(consistent-type-imports)',
      'eslint(no-unused-vars)',
      'eslint(no-unused-expressions)',
      'eslint(no-console)',
      'eslint(no-var)',
      'eslint(eqeqeq)',
      'eslint(max-lines)',
      'eslint(max-lines-per-function)',
    ],
  ],
  [
    'electron/core/webhook/badName.ts',
    "export { request } from 'node:http';\nimport { get } from 'node:https';\nget('https://example.com');\n",
    ['roundwatch(file-names)', 'roundwatch(only-a-server)'],
  ],
  [
    'renderer/planted.ts',
    'let asked = 0;\nexport function ask(): number {\n  const turn = ++asked;\n  return turn;\n}\n',
    ['roundwatch(no-request-counters)'],
  ],
  ['scripts/planted.mjs', 'missing();\n', ['eslint(no-undef)']],
  [
    'shared/silenced.ts',
    '// oxlint-disable-next-line no-control-regex -- there is none\nexport const a = 1;\n',
    ['Unused oxlint-disable directive'],
  ],
];

/** Runs oxlint on the planted files, and returns a line for each violation: file, position and rule. */
function found(): string[] {
  const folder = tempDir();
  const at = (file: string): string => join(folder.path, file);
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  try {
    cpSync('.oxlintrc.json', at('.oxlintrc.json'));
    cpSync('scripts/lint', at('scripts/lint'), { recursive: true });
    const compilerOptions = { strict: true, target: 'es2024', module: 'nodenext', noEmit: true };
    put('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    for (const [file, source] of planted) put(file, source);
    const oxlint = resolve('node_modules/oxlint/bin/oxlint');
    const how = { cwd: folder.path, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, [oxlint, '--type-aware', '--format=unix', '.'], how).stdout.split(
      '\n',
    );
  } finally {
    folder.remove();
  }
}

describe('oxlint with the rules of this repository', () => {
  const faults = found();
  it.each(planted.flatMap(([file, , rules]) => rules.map((rule) => [file, rule] as const)))(
    'reports in %s: %s',
    (file, rule) => {
      expect(faults.filter((fault) => fault.startsWith(`${file}:`)).join('\n')).toContain(rule);
    },
  );
});
