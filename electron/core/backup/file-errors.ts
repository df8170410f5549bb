import type { AppErrorOf, StorageFile, StorageRemedy } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { FileState } from '../../../shared/contract/backups.ts';

type Reason = AppErrorOf<'storage'>['reason'];

const REASON: Readonly<Record<Exclude<FileState, 'ok' | 'new' | 'rebuilt' | 'older'>, Reason>> = {
  missing: 'damaged',
  damaged: 'damaged',
  'read-only': 'read-only',
  full: 'full',
  locked: 'busy',
  'too-new': 'too-new',
  unavailable: 'unavailable',
};

const REMEDY: Readonly<Record<Exclude<Reason, 'damaged'>, StorageRemedy>> = {
  full: 'free-space',
  'read-only': 'permissions',
  busy: 'close-other',
  'too-new': 'update',
  unavailable: 'try-again',
};

/** Returns the remedy that the user is offered for a file in this state; null if the file can be opened. */
export function remedyOf(file: StorageFile, state: FileState): StorageRemedy | null {
  if (state === 'ok' || state === 'new' || state === 'rebuilt' || state === 'older') return null;
  return remedyFor(file, REASON[state]);
}

function remedyFor(file: StorageFile, reason: Reason): StorageRemedy {
  if (reason !== 'damaged') return REMEDY[reason];
  if (file === 'ledger') return 'begin-ledger';
  // For a damaged cache, trying again is enough, because the app rebuilds the cache when it opens the file.
  return file === 'yours' ? 'restore' : 'try-again';
}

/** Returns the error for a file that cannot be opened. The error contains the remedy to offer to the user. */
export function fileFailure(file: StorageFile, reason: Reason): AppFailure {
  return new AppFailure({ kind: 'storage', reason, file, remedy: remedyFor(file, reason) });
}

export const stateFailure = (
  file: StorageFile,
  state: Exclude<FileState, 'ok' | 'new' | 'rebuilt' | 'older'>,
): AppFailure => fileFailure(file, REASON[state]);
