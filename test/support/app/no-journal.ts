import type { Journal } from '../../../electron/core/user-data/undo-journal.ts';

/** A journal that records nothing, for tests that undo nothing. */
export const noJournal: Journal = { touch: () => undefined, made: () => undefined };
