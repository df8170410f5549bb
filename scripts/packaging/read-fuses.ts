import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSE_NAMES } from './fuses.ts';

const WORDS: Readonly<Record<number, boolean | null>> = {
  [FuseState.ENABLE]: true,
  [FuseState.DISABLE]: false,
};

/**
 * Reads which fuses of an executable are on or off. A fuse in any other state is null. Fuses that the
 * executable does not have are omitted.
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
