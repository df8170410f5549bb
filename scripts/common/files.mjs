import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './environment.mjs';

/** Returns the files below a folder of the project, as paths from the project's root, in a stable order. */
export function filesBelow(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return filesBelow(`${folder}/${entry.name}`);
      return entry.isFile() ? [`${folder}/${entry.name}`] : [];
    });
}

export const testFilesBelow = (folder) =>
  filesBelow(folder).filter((file) => /\.(test|spec)\.ts$/.test(file));
