import { z } from 'zod';
import { call, push } from './kit.ts';
import { appearanceSchema } from '../model/settings/appearance.ts';
import { autoLockSchema } from '../model/settings/auto-lock.ts';
import { backgroundSchema } from '../model/settings/background.ts';
import { libraryColumnsSchema } from '../model/library.ts';
import { resultColumnsSchema } from '../model/search.ts';
import { spendingSettingsSchema } from '../model/settings/spending.ts';
import { shortcutsSchema } from '../model/settings/shortcut.ts';
import { nothing } from './atoms.ts';

/** `seesScreenLock`: whether this shell is notified when the screen locks or the computer goes to sleep. */
const autoLock = autoLockSchema.extend({ seesScreenLock: z.boolean() });
const previewWidth = z.int().min(440).max(560);
const signature = z.strictObject({ text: z.string().max(1_000) });

/** Settings of this installation, which apply to all workspaces. */
export const settingsContract = {
  appearance: call(nothing).returns(appearanceSchema),
  /** Changes only the fields that are present. */
  setAppearance: call(appearanceSchema.partial()).returns(appearanceSchema),
  /** Returns the user's changes to the default shortcuts, and whether single-key shortcuts are on. */
  shortcuts: call(nothing).returns(shortcutsSchema),
  setShortcuts: call(shortcutsSchema).returns(shortcutsSchema),
  /** Returns the library's columns, and the widths of the columns that the user has resized. */
  libraryColumns: call(nothing).returns(libraryColumnsSchema),
  setLibraryColumns: call(libraryColumnsSchema).returns(libraryColumnsSchema),
  resultColumns: call(nothing).returns(z.strictObject({ columns: resultColumnsSchema })),
  setResultColumns: call(z.strictObject({ columns: resultColumnsSchema })).returns(
    z.strictObject({ columns: resultColumnsSchema }),
  ),
  /** Returns the width of the company preview beside a list, in CSS px. */
  preview: call(nothing).returns(z.strictObject({ width: previewWidth })),
  setPreview: call(z.strictObject({ width: previewWidth })).returns(z.strictObject({ width: previewWidth })),
  /** Returns the user's signature for messages; an empty string if there is none. */
  signature: call(nothing).returns(signature),
  setSignature: call(signature).returns(signature),
  autoLock: call(nothing).returns(autoLock),
  /** Changes only the fields that are present. */
  setAutoLock: call(autoLockSchema.partial()).returns(autoLock),
  /** Returns whether the app keeps running after its window is closed. */
  background: call(nothing).returns(backgroundSchema),
  /**
   * Changes only the fields that are present.
   * @throws AppFailure `unsupported` (`background`) if this shell cannot run without a window; `storage` if
   * the system cannot save the setting that starts the app at login
   */
  setBackground: call(
    z.strictObject({ keepListening: z.boolean().optional(), startAtLogin: z.boolean().optional() }),
  ).returns(backgroundSchema),
  spending: call(nothing).returns(spendingSettingsSchema),
  /**
   * Sets the spending threshold. In a dialog outside the page, the user must confirm each request that may
   * spend more than the threshold, and any increase of the threshold.
   * @throws AppFailure `not-confirmed`
   */
  setSpending: call(spendingSettingsSchema).returns(spendingSettingsSchema),
  onChanged: push(nothing),
};
