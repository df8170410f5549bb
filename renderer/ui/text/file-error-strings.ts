import type { AppErrorOf, StorageFile } from '../../../shared/app-error.ts';

export const fileNames: Readonly<Record<StorageFile, string>> = {
  yours: 'Your data',
  ledger: 'The request history',
  cache: 'The library',
  backup: 'The backup',
};

/** Names the data that could not be written, by the first part of the channel's name. */
const WRITES: Readonly<Record<string, string>> = {
  notes: 'a note',
  watchlists: 'a list',
  marks: 'a status or tag',
  tasks: 'a task',
  contactLog: 'a contact log entry',
  search: 'a response from the service',
  companies: 'a response from the service',
  quota: 'a response from the service',
  connection: 'a response from the service',
  backups: 'a backup',
  privacy: 'a privacy setting',
  keys: 'an API key or contact key',
};

/** Lists the data that could not be saved, without duplicates: `Not saved: a note, a list.` */
export function unsavedText(channels: readonly string[]): string {
  const subjects = channels.map((channel) => WRITES[channel.split('.')[0] ?? ''] ?? 'a change');
  return `Not saved: ${[...new Set(subjects)].join(', ')}.`;
}

/**
 * Returns a title that names the file and its problem. Returns null if the error concerns no particular file
 * or affects the whole disk.
 */
export function fileFailureText({ reason, file }: AppErrorOf<'storage'>): string | null {
  if (file === undefined || reason === 'full' || reason === 'read-only') return null;
  const states = {
    damaged: 'is damaged',
    busy: 'is busy',
    'too-new': 'is from a newer version of Roundwatch',
  } as const;
  return `${fileNames[file]} ${reason === 'unavailable' ? 'can’t be opened' : states[reason]}`;
}
