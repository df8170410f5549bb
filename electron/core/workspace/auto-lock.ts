import type { Publish } from '../../../shared/contract/index.ts';
import {
  AUTO_LOCK_DEFAULT,
  autoLockSchema,
  type AutoLockSettings,
} from '../../../shared/model/settings/auto-lock.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Dispose, Ports, SettingsStore } from '../ports.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { Workspaces } from './workspaces.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

const KEY = 'auto-lock';

/** Settings that cannot be parsed are replaced by the defaults. */
export const readAutoLock = (settings: SettingsStore): AutoLockSettings =>
  autoLockSchema.catch(AUTO_LOCK_DEFAULT).parse(settings.get(KEY));

type Lockable = Pick<OpenWorkspace, 'record' | 'vault' | 'search'>;
interface AutoLockParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'settings' | 'presence'>;
  readonly workspaces: Pick<Workspaces, 'active' | 'exclusively'> & {
    onActive(listener: (active: Lockable | null) => void): void;
  };
  readonly publish: Publish;
}

/** Locks contacts when the user leaves the computer (ADR 55). */
export interface AutoLock {
  /** Whether this shell reports when the screen is locked. */
  readonly seesScreenLock: boolean;
  settings(): AutoLockSettings;
  change(change: Partial<AutoLockSettings>): AutoLockSettings;
  /** Records that the user has used the page. Has no effect if the shell measures the idle time. */
  reportActivity(): void;
  /**
   * Allows contacts to be unlocked with the key in the keychain again. Must only be called at the user's
   * request.
   */
  release(workspace: Lockable): void;
  dispose(): void;
}

export function createAutoLock({ ports, workspaces, publish }: AutoLockParts): AutoLock {
  const { clock, log, settings, presence } = ports;
  /**
   * Ids of the workspaces whose key must not be read from the keychain until `release` is called. Reopening a
   * workspace does not change this.
   */
  const held = new Set<string>();
  let usedAtMs = clock.monotonicMs();
  let stopTimer: Dispose = () => undefined;
  const lock = async (cause: string): Promise<void> => {
    const workspace = workspaces.active();
    if (workspace === null || !lockNow(workspace)) return;
    held.add(workspace.record().id);
    log.info('people-locked', { cause });
    publish('library', 'onChanged', {});
    publish('keys', 'onChanged', {});
  };
  // A key change needs the contact key. If a key change is in progress, contacts are locked after it has
  // ended.
  const lockSoon = (cause: string): void =>
    void workspaces
      .exclusively(() => lock(cause))
      .catch((error: unknown) => log.error('people-not-locked', { error: messageOf(error) }));
  const idleMs = (): number => presence?.idleMs() ?? clock.monotonicMs() - usedAtMs;
  const watchIdle = (): void => {
    stopTimer();
    const { idleMinutes } = readAutoLock(settings);
    if (idleMinutes === null) return;
    const leftMs = idleMinutes * MINUTE_MS - idleMs();
    if (leftMs <= 0) lockSoon('idle');
    stopTimer = clock.after(leftMs > 0 ? leftMs : MINUTE_MS, watchIdle);
  };
  const stopWatching = presence?.watch((cause) => {
    if (readAutoLock(settings).onScreenLock) lockSoon(cause);
  });
  workspaces.onActive((workspace) => {
    if (workspace !== null && held.has(workspace.record().id)) lockNow(workspace);
  });
  watchIdle();
  return {
    seesScreenLock: presence !== undefined,
    settings: () => readAutoLock(settings),
    change: (change) => {
      settings.set(KEY, { ...readAutoLock(settings), ...change });
      watchIdle();
      return readAutoLock(settings);
    },
    reportActivity: () => {
      usedAtMs = clock.monotonicMs();
    },
    release: ({ record, vault }) => {
      held.delete(record().id);
      vault.endAutoLock();
    },
    dispose: () => {
      stopTimer();
      stopWatching?.();
    },
  };
}

/**
 * Locks the workspace's contacts. Returns false if there is nothing to lock: the contacts are already locked,
 * are not stored, or belong to the demo.
 */
function lockNow({ vault, search }: Lockable): boolean {
  if (!vault.lockAutomatically()) return false;
  search.dropContacts();
  return true;
}
