import { countText, plural } from '../../lib/format.ts';

/** UI text of the status bar and of the commands, which are part of the first view. */
export const assistantStatus = {
  connected: 'connected',
  /** Used instead of the name in a narrow window. */
  one: 'Assistant',
  many: (count: number) => `${countText(count)} assistants`,
  waiting: (count: number) => `${plural(count, 'proposal')} waiting`,
  paused: 'Assistants paused',
  'port-taken': 'Assistants: address in use',
  failed: 'Assistants: can’t connect',
  title: 'Open assistant settings',
  commands: {
    pause: 'Pause all assistants',
    resume: 'Resume assistants',
    paused: 'All assistants paused',
    resumed: 'Assistants resumed',
  },
} as const;
