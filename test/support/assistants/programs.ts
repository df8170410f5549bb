import { spawn } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempDir } from '../common/temp-dir.ts';
import { ownNode } from '../common/process.ts';

export interface Inspector {
  run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  remove(): void;
}

/**
 * Copies the Inspector's CLI into a folder with a `package.json`. The CLI reads this file, but its npm
 * package does not contain it.
 */
export function installInspector(): Inspector {
  const folder = tempDir();
  const manifest = { name: 'inspector', version: '1.0.3', type: 'module' };
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(manifest));
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'));
  cpSync(resolve('node_modules/@modelcontextprotocol/inspector-cli'), join(folder.path, 'cli'), {
    recursive: true,
  });
  const cli = join(folder.path, 'cli', 'build', 'index.js');
  return {
    run: async (args) => {
      const child = spawn(ownNode, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
      let output = '';
      child.stdout.on('data', (part: Buffer) => (output += part.toString()));
      child.stderr.on('data', (part: Buffer) => (output += part.toString()));
      const code = await new Promise<number | null>((ended) => child.once('close', ended));
      return { code, output };
    },
    remove: () => folder.remove(),
  };
}
