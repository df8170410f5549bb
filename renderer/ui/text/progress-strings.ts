import { countText } from '../../lib/format.ts';

/** UI text for work that takes longer than a second. */
export const progress = {
  title: 'Long work',
  kinds: {
    index: 'Preparing the library’s search',
    restore: 'Restoring the backup',
    backup: 'Making a backup',
    'backup-check': 'Checking the backups',
    export: 'Exporting your notes',
    reseal: 'Sealing people under the new key',
    'load-all': 'Loading every match',
    plan: 'Running today’s plan',
    'catch-up': 'Catching up',
    watch: 'Looking at watched companies again',
  },
  units: {
    index: 'companies',
    restore: 'files',
    backup: 'files',
    'backup-check': 'backups',
    export: 'files',
    reseal: 'rows',
    'load-all': 'pages',
    plan: 'calls',
    'catch-up': 'calls',
    watch: 'companies',
  },
  of: (done: number, total: number, unit: string) => `${countText(done)} of ${countText(total)} ${unit}`,
  countOnly: (done: number, unit: string) => `${countText(done)} ${unit}`,
  short: (done: number, total: number) => `${countText(done)} of ${countText(total)}`,
  soFar: (cost: string) => `${cost} so far`,
  left: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel: ${what}`,
  stopping: 'Stopping after this step',
  more: (count: number) => `and ${countText(count)} more`,
} as const;
