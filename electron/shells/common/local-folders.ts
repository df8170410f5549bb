import type { FolderPurpose } from '../../core/ports.ts';

/**
 * Subfolders of the data folder. A shell without a folder dialog uses them instead of folders that the user
 * chooses.
 */
export const LOCAL_FOLDERS: Readonly<Record<FolderPurpose, string>> = {
  export: 'exports',
  'second-backups': 'second-backups',
  'find-backups': 'second-backups',
};
