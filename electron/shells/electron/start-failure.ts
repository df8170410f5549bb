import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispose } from '../../core/ports.ts';

/** The text of the dialog that is shown if the app cannot start. */
interface StartFailureText {
  readonly message: string;
  readonly detail: string;
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);

/** Explains why the app cannot start, and what the user can do. */
export function startFailureText(dataDir: string, error: unknown): StartFailureText {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const message = 'Roundwatch can’t start.';
  if (FULL.has(code))
    return {
      message,
      detail: `The disk that contains ${dataDir} is full. Free up some space, then start Roundwatch again.`,
    };
  if (NOT_WRITABLE.has(code))
    return {
      message,
      detail: `The data folder, ${dataDir}, can’t be used. Check that the disk is connected and that you can read and write the folder, then start Roundwatch again.`,
    };
  const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
  return { message, detail: `Your data is in ${dataDir}. Reason: ${reason}` };
}

/**
 * Returns the folder for Chromium's own files: the data folder or, if that is not writable, a new temporary
 * folder. Chromium cannot start without such a folder, but its files need not survive a restart.
 */
export function chromiumFolder(dataDir: string): { readonly path: string; readonly remove: Dispose } {
  try {
    accessSync(dataDir, constants.W_OK);
    return { path: dataDir, remove: () => undefined };
  } catch {
    const path = mkdtempSync(join(tmpdir(), 'roundwatch-chromium-'));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  }
}
