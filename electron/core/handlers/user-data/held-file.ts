import { AppFailure } from '../../../../shared/app-failure.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import type { Dispose, Ports } from '../../ports.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

/** How long an opened file stays in memory. */
const HELD_MS = 30 * MINUTE_MS;

/** Holds the most recently opened file in memory while its workspace is open. */
export interface HeldFile<T> {
  /** Replaces the stored file. Returns the id of the new file: `id` if it is given, otherwise a random id. */
  hold(file: T, id?: string): string;
  /** @throws AppFailure `not-found` (`import`) if the file is no longer in memory */
  byId(id: string): T;
  /** Removes the file from memory if it has this id. */
  drop(id: string): void;
  dispose: Dispose;
}

export function createHeldFile<T>(
  { current, active }: Pick<Workspaces, 'current' | 'active'>,
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
): HeldFile<T> {
  let held: { readonly id: string; readonly file: T; readonly workspace: OpenWorkspace } | null = null;
  let stopTimer: Dispose | null = null;
  const dispose = (): void => {
    held = null;
    stopTimer?.();
    stopTimer = null;
  };
  return {
    dispose,
    hold: (file, id = random.bytes(8).toString('hex')) => {
      dispose();
      held = { id, file, workspace: current() };
      stopTimer = clock.after(HELD_MS, dispose);
      return id;
    },
    byId: (id) => {
      if (held?.id !== id || held.workspace !== active())
        throw new AppFailure({ kind: 'not-found', what: 'import' });
      return held.file;
    },
    drop: (id) => {
      if (held?.id === id) dispose();
    },
  };
}
