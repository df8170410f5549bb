import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { appearanceSchema } from './model/appearance.ts';
import { resultColumnsSchema } from './model/search.ts';
import { shortcutsSchema } from './model/shortcut.ts';

const nothing = z.strictObject({});
const previewWidth = z.int().min(440).max(560);

/** How the app looks and listens on this laptop, whatever workspace is open. */
export const settingsContract = {
  appearance: call(nothing).returns(appearanceSchema),
  /** What is left out stays as it is. */
  setAppearance: call(appearanceSchema.partial()).returns(appearanceSchema),
  /** The seller's own keys; those that commands come with are not told. */
  shortcuts: call(nothing).returns(shortcutsSchema),
  setShortcuts: call(shortcutsSchema).returns(shortcutsSchema),
  /** Columns of the results of a search, remembered on this laptop for every workspace. */
  resultColumns: call(nothing).returns(z.strictObject({ columns: resultColumnsSchema })),
  setResultColumns: call(z.strictObject({ columns: resultColumnsSchema })).returns(
    z.strictObject({ columns: resultColumnsSchema }),
  ),
  /** How wide a company stands beside a list, CSS px. */
  preview: call(nothing).returns(z.strictObject({ width: previewWidth })),
  setPreview: call(z.strictObject({ width: previewWidth })).returns(z.strictObject({ width: previewWidth })),
  onChanged: push(nothing),
};
