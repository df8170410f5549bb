import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page that redirects a browser to the app. */
export interface LaunchFile {
  readonly path: string;
  readonly remove: () => void;
}

const FOLDER_PREFIX = 'roundwatch-open-';
const FILE = 'roundwatch.html';

/**
 * Writes a page that redirects to an address with a one-time token. The browser is started with the path of
 * this file instead of the address, because every account on the computer can read a process's command line.
 * Only the owner can read the file and its folder. Also removes files left behind by earlier shells that were
 * killed; the tokens in these files are no longer valid.
 * @param dataDir the data folder. The caller must hold its lock.
 * @throws the system's error if the disk is full or read-only
 */
export function writeLaunchFile(dataDir: string, address: string): LaunchFile {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(FOLDER_PREFIX)) removeFolder(join(dataDir, name));
  // Creates a new folder that only its owner can open (mode 0700).
  const folder = mkdtempSync(join(dataDir, FOLDER_PREFIX));
  const path = join(folder, FILE);
  writeFileSync(path, redirectTo(address), { mode: 0o600, flag: 'wx' });
  return { path, remove: () => removeFolder(folder) };
}

/** Removes only the file that this module writes. If the folder is then empty, removes the folder too. */
function removeFolder(folder: string): void {
  try {
    rmSync(join(folder, FILE), { force: true });
    rmdirSync(folder);
  } catch {
    // The folder has already been removed, or it stays because it contains the user's files.
  }
}

const redirectTo = (address: string): string =>
  `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Roundwatch</title>
<p><a href="${address}">Open Roundwatch</a></p>
`;
