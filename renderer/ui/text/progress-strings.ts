import { countText } from '../../lib/format.ts';

/** UI text for work that takes longer than a second. */
export const progress = {
  title: 'In progress',
  kinds: {
    index: 'Preparing library search',
    restore: 'Restoring a backup',
    backup: 'Backing up',
    'backup-check': 'Checking backups',
    export: 'Exporting your notes',
    reseal: 'Re-encrypting contacts',
    'load-all': 'Loading all results',
    plan: 'Running plan',
    'catch-up': 'Catching up on missed rounds',
    watch: 'Refreshing watched lists',
  },
  units: {
    index: 'companies',
    restore: 'files',
    backup: 'files',
    'backup-check': 'backups',
    export: 'files',
    reseal: 'contacts',
    'load-all': 'pages',
    plan: 'requests',
    'catch-up': 'requests',
    watch: 'companies',
  },
  of: (done: number, total: number, unit: string) => `${countText(done)} of ${countText(total)} ${unit}`,
  countOnly: (done: number, unit: string) => `${countText(done)} ${unit}`,
  short: (done: number, total: number) => `${countText(done)} of ${countText(total)}`,
  soFar: (cost: string) => `${cost} so far`,
  left: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel “${what}”`,
  stopping: 'Stopping after this step',
  more: (count: number) => `and ${countText(count)} more`,
} as const;
