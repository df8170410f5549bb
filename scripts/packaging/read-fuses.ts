import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSE_NAMES } from './fuses.ts';

const WORDS: Readonly<Record<number, boolean | null>> = {
  [FuseState.ENABLE]: true,
  [FuseState.DISABLE]: false,
};

/**
 * Reads the fuses of an executable: true if a fuse is on, false if it is off, null in any other state. Fuses
 * that the executable does not have are omitted.
 */
export async function readFuses(executable: string): Promise<Readonly<Record<string, boolean | null>>> {
  const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(executable)) };
  return Object.fromEntries(
    FUSE_NAMES.flatMap((name) => {
      const state = wire[FuseV1Options[name]];
      return typeof state === 'number' ? [[name, WORDS[state] ?? null]] : [];
    }),
  );
}
