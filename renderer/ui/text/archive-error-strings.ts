import type { AppErrorOf } from '../../../shared/app-error.ts';

/** For each reason, what happened and what to do next. In all these cases, nothing was imported. */
export const ARCHIVE_REFUSED: Readonly<Record<AppErrorOf<'archive'>['reason'], readonly [string, string]>> = {
  'not-an-archive': ['This file isn’t a Roundwatch archive', 'Choose a file whose name ends in .roundwatch.'],
  'newer-version': [
    'This archive is from a newer version of Roundwatch',
    'Update Roundwatch, then import the archive again.',
  ],
  damaged: ['This archive is damaged', 'Copy the file again, or save a new archive on the other computer.'],
  'too-large': ['This file is too large', 'Archives are much smaller. Check that you chose the right file.'],
  'passphrase-needed': [
    'This archive is encrypted',
    'Enter the passphrase you set when you saved the archive.',
  ],
  'wrong-passphrase': ['The passphrase is wrong', 'Enter the passphrase you set when you saved the archive.'],
};
