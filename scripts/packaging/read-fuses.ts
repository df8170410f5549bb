import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSE_NAMES } from './fuses.ts';

const WORDS: Readonly<Record<number, boolean | null>> = {
  [FuseState.ENABLE]: true,
  [FuseState.DISABLE]: false,
};

/**
 * Reads an executable's fuses: on, off, or null for any other state. Omits fuses that the executable does not
 * have.
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
