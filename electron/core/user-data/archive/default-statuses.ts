import type { ItemOf } from './content.ts';

/** The statuses of a new workspace (migration 30). */
export const DEFAULT_STATUSES: readonly ItemOf<'statuses'>[] = [
  { ref: 'new', name: 'New', position: 1 },
  { ref: 'contacted', name: 'Contacted', position: 2 },
  { ref: 'replied', name: 'Replied', position: 3 },
  { ref: 'meeting', name: 'Meeting', position: 4 },
  { ref: 'won', name: 'Won', position: 5 },
  { ref: 'lost', name: 'Lost', position: 6 },
  { ref: 'not-now', name: 'Not now', position: 7 },
];
