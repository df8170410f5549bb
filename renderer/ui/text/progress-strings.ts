import { countText, plural } from '../../lib/format.ts';

/** UI text for work that takes longer than a second. */
export const progress = {
  title: 'In progress',
  kinds: {
    index: 'Preparing library search',
    restore: 'Restoring a backup',
    backup: 'Backing up',
    'backup-check': 'Checking backups',
    export: 'Exporting your notes',
    'archive-save': 'Saving an archive',
    'archive-import': 'Importing your data',
    reseal: 'Re-encrypting contacts',
    'load-all': 'Loading all results',
    plan: 'Running plan',
    'catch-up': 'Catching up on missed rounds',
    watch: 'Refreshing watched lists',
  },
  units: {
    index: ['company', 'companies'],
    restore: ['file', 'files'],
    backup: ['file', 'files'],
    'backup-check': ['backup', 'backups'],
    export: ['file', 'files'],
    'archive-save': ['item', 'items'],
    'archive-import': ['item', 'items'],
    reseal: ['contact', 'contacts'],
    'load-all': ['page', 'pages'],
    plan: ['request', 'requests'],
    'catch-up': ['request', 'requests'],
    watch: ['company', 'companies'],
  },
  of: (done: number, total: number, [one, many]: readonly [one: string, many: string]) =>
    `${countText(done)} of ${plural(total, one, many)}`,
  countOnly: (done: number, [one, many]: readonly [one: string, many: string]) => plural(done, one, many),
  short: (done: number, total: number) => `${countText(done)} of ${countText(total)}`,
  soFar: (cost: string) => `${cost} so far`,
  left: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  cancelWhat: (what: string) => `Cancel “${what}”`,
  stopping: 'Stopping after this step',
  /** A plan cannot be cancelled, only paused or stopped. Uses the same words as Today. */
  plan: {
    pause: 'Pause plan',
    stop: 'Stop plan',
    pausing: 'Pausing after this request',
    paused: 'Plan paused. Resume it on Today.',
  },
  /**
   * If at least two other tasks are in progress, this text follows the name of the first task. If there is
   * only one other task, its name is shown instead.
   */
  more: (count: number) => `${countText(count)} more in progress`,
} as const;
