import { z } from 'zod';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { RESULT_COLUMNS, RESULT_COLUMNS_DEFAULT } from '../../../shared/model/result-columns.ts';
import type { SettingsStore } from '../ports.ts';

const THEME = 'theme';
const COLUMNS = 'result-columns';
/** What another version kept and this one does not know is left out. */
const columnsSchema = z
  .array(z.enum(RESULT_COLUMNS).or(z.unknown().transform(() => null)))
  .catch([...RESULT_COLUMNS_DEFAULT])
  .transform((columns) => RESULT_COLUMNS.filter((column) => columns.includes(column)));
const PREVIEW = 'preview-width';
const previewSchema = z.int().min(440).max(560).catch(480);
const themeSchema = z.enum(['system', 'light', 'dark']).catch('system');

export function createSettingsService(settings: SettingsStore, publish: Publish): Handlers['settings'] {
  return {
    appearance: () => ({ theme: themeSchema.parse(settings.get(THEME)) }),
    setAppearance: ({ theme }) => {
      settings.set(THEME, theme);
      publish('settings', 'onChanged', {});
      return { theme };
    },
    preview: () => ({ width: previewSchema.parse(settings.get(PREVIEW)) }),
    setPreview: ({ width }) => {
      settings.set(PREVIEW, width);
      return { width };
    },
    resultColumns: () => ({ columns: columnsSchema.parse(settings.get(COLUMNS)) }),
    setResultColumns: ({ columns }) => {
      settings.set(COLUMNS, columns);
      publish('settings', 'onChanged', {});
      return { columns: columnsSchema.parse(columns) };
    },
  };
}
