import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FileDialogs } from '../core/ports.ts';

/**
 * Takes the place of file dialogs in a shell without any: saves to the folder `exports`, and opens the newest
 * matching file in the folder `imports`. If there is none, opens the newest one in `exports`.
 */
export function createFolderDialogs(dataDir: string): FileDialogs {
  return {
    save: ({ name }) => {
      const folder = join(dataDir, 'exports');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return Promise.resolve(join(folder, name));
    },
    open: ({ extensions }) => {
      const files = ['imports', 'exports'].flatMap((folder) => filesIn(join(dataDir, folder), extensions));
      return Promise.resolve(files[0] ?? null);
    },
  };
}

/** Returns the matching files, newest first. */
function filesIn(folder: string, extensions: readonly string[]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => extensions.includes(extname(name).slice(1).toLowerCase()))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}
