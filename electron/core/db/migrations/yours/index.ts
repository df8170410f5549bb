import type { Migration } from '../../migrate.ts';
import { first } from './0010-first.ts';

/** The steps of `yours.db`, in order. */
export const yoursMigrations: readonly Migration[] = [first];
