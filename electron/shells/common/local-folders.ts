import type { FolderPurpose } from '../../core/ports.ts';

/** The folders below the data folder that a shell without a folder dialog uses. */
export const LOCAL_FOLDERS: Readonly<Record<FolderPurpose, string>> = {
  export: 'exports',
  'second-backups': 'second-backups',
  'find-backups': 'second-backups',
};
