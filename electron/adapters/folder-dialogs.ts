import { existsSync, mkdirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { extname, join } from 'node:path';
import type { FileDialogs } from '../core/ports.ts';

/**
 * Replaces file dialogs in a shell that has none: saves to the folder `exports`, and opens the newest
 * matching file or folder in the folder `imports`. If `imports` contains no match, opens the newest match in
 * `exports`.
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
    openFolder: () => {
      const folders = ['imports', 'exports'].flatMap((folder) => foldersIn(join(dataDir, folder)));
      return Promise.resolve(folders[0] ?? null);
    },
  };
}

/** Returns the matching files, newest first. */
const filesIn = (folder: string, extensions: readonly string[]): string[] =>
  newestIn(folder, ({ name }) => extensions.includes(extname(name).slice(1).toLowerCase()));

const foldersIn = (folder: string): string[] => newestIn(folder, (entry) => entry.isDirectory());

function newestIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(isWanted)
    .map(({ name }) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}
