import type { FolderPurpose } from '../../core/ports.ts';

/** In a shell without a folder dialog, these folders below the data folder replace the user's choice. */
export const LOCAL_FOLDERS: Readonly<Record<FolderPurpose, string>> = {
  export: 'exports',
  'second-backups': 'second-backups',
  'find-backups': 'second-backups',
};
