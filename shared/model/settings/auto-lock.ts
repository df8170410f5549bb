import { z } from 'zod';

/** When the app locks contacts automatically. Applies to all workspaces on this computer. */
export const autoLockSchema = z.strictObject({
  /** Whether contacts are locked when the screen is locked or the computer goes to sleep. */
  onScreenLock: z.boolean(),
  /** Contacts are locked after this many minutes without input; null if they are not locked when idle. */
  idleMinutes: z.int().min(1).max(240).nullable(),
});
export type AutoLockSettings = z.infer<typeof autoLockSchema>;

export const AUTO_LOCK_DEFAULT: AutoLockSettings = { onScreenLock: false, idleMinutes: null };
