import type { Migration } from '../../migrate.ts';
import { first } from './0010-first.ts';
import { panels } from './0020-panels.ts';

/** The steps of `cache.db`, in order. */
export const cacheMigrations: readonly Migration[] = [first, panels];
