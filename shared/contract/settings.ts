import { z } from 'zod';
import { call, push } from './kit.ts';
import { appearanceSchema } from '../model/settings/appearance.ts';
import { resultColumnsSchema } from '../model/search.ts';
import { shortcutsSchema } from '../model/settings/shortcut.ts';

const nothing = z.strictObject({});
const previewWidth = z.int().min(440).max(560);

/** Settings of this installation, independent of the workspace. */
export const settingsContract = {
  appearance: call(nothing).returns(appearanceSchema),
  /** Omitted fields stay unchanged. */
  setAppearance: call(appearanceSchema.partial()).returns(appearanceSchema),
  /** The user's own shortcuts, without the defaults. */
  shortcuts: call(nothing).returns(shortcutsSchema),
  setShortcuts: call(shortcutsSchema).returns(shortcutsSchema),
  /** Columns of search results, shared by all workspaces. */
  resultColumns: call(nothing).returns(z.strictObject({ columns: resultColumnsSchema })),
  setResultColumns: call(z.strictObject({ columns: resultColumnsSchema })).returns(
    z.strictObject({ columns: resultColumnsSchema }),
  ),
  /** Width of the company preview beside a list, in CSS px. */
  preview: call(nothing).returns(z.strictObject({ width: previewWidth })),
  setPreview: call(z.strictObject({ width: previewWidth })).returns(z.strictObject({ width: previewWidth })),
  onChanged: push(nothing),
};
