import { z } from 'zod';

/**
 * Where the user finds the app after the window is closed. `minimised`: the desktop has no system tray, so
 * closing the window minimises it.
 */
export const backgroundPlaceSchema = z.enum(['menu-bar', 'tray', 'minimised']);
export type BackgroundPlace = z.infer<typeof backgroundPlaceSchema>;

/** Whether the app keeps running after its window is closed. Applies to this computer. */
export const backgroundSchema = z.strictObject({
  keepListening: z.boolean(),
  /**
   * Whether the user has made a choice for `keepListening`. Until then, the receiver's setup offers the
   * choice.
   */
  isDecided: z.boolean(),
  /** Whether the system starts the app when the user logs in. The system's own settings can change this too. */
  startsAtLogin: z.boolean(),
  /** Null if this shell cannot run without a window. */
  place: backgroundPlaceSchema.nullable(),
});
export type BackgroundState = z.infer<typeof backgroundSchema>;
