import { z } from 'zod';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { LIBRARY_COLUMNS, LIBRARY_COLUMNS_DEFAULT } from '../../../shared/model/settings/library-columns.ts';
import { libraryColumnsSchema } from '../../../shared/model/library.ts';
import { RESULT_COLUMNS, RESULT_COLUMNS_DEFAULT } from '../../../shared/model/settings/result-columns.ts';
import { shortcutsSchema } from '../../../shared/model/settings/shortcut.ts';
import type { Confirmation } from '../foundation/native-confirmation.ts';
import type { BackgroundState } from '../../../shared/model/settings/background.ts';
import type { BackgroundMode, SettingsStore } from '../ports.ts';
import type { AutoLock } from '../workspace/auto-lock.ts';
import { setSpendingThreshold, spendingThreshold } from '../quota/spending/spending-threshold.ts';
import { DENSITY, savedAppearance, TEXT_SIZE, THEME } from './appearance-settings.ts';
import { saveBackground, savedBackground } from './background-settings.ts';

const SHORTCUTS = 'shortcuts';
const COLUMNS = 'result-columns';
const LIBRARY = 'library-columns';
/** Creates a schema for saved columns. Columns that this version of the app does not have are dropped. */
const columnsOf = <C extends string>(all: readonly [C, ...C[]], usual: readonly C[]) =>
  z
    .array(z.enum(all).or(z.unknown().transform(() => null)))
    .catch([...usual])
    .transform((columns) => all.filter((column) => columns.some((each) => each === column)));
const columnsSchema = columnsOf(RESULT_COLUMNS, RESULT_COLUMNS_DEFAULT);
const savedLibraryColumns = z
  .object({
    columns: columnsOf(LIBRARY_COLUMNS, LIBRARY_COLUMNS_DEFAULT),
    widths: libraryColumnsSchema.shape.widths.catch([]),
  })
  .catch({ columns: [...LIBRARY_COLUMNS_DEFAULT], widths: [] });
const PREVIEW = 'preview-width';
const previewSchema = z.int().min(440).max(560).catch(480);
const SIGNATURE = 'signature';
const signatureSchema = z.string().max(1_000).catch('');

export function createSettingsHandlers(
  settings: SettingsStore,
  publish: Publish,
  autoLock: Pick<AutoLock, 'seesScreenLock' | 'settings' | 'change'>,
  confirmation: Confirmation,
  background: BackgroundMode | undefined,
): Handlers['settings'] {
  const changed = (): void => publish('settings', 'onChanged', {});
  const backgroundNow = async (): Promise<BackgroundState> => {
    const saved = savedBackground(settings);
    return {
      keepListening: saved?.keepListening ?? false,
      isDecided: saved !== null,
      startsAtLogin: background?.startsAtLogin() ?? false,
      place: (await background?.place()) ?? null,
    };
  };
  return {
    appearance: () => savedAppearance(settings),
    setAppearance: ({ theme, density, textSize }) => {
      if (theme !== undefined) settings.set(THEME, theme);
      if (density !== undefined) settings.set(DENSITY, density);
      if (textSize !== undefined) settings.set(TEXT_SIZE, textSize);
      changed();
      return savedAppearance(settings);
    },
    shortcuts: () => shortcutsSchema.catch({ singleKeys: true, changes: [] }).parse(settings.get(SHORTCUTS)),
    setShortcuts: (shortcuts) => {
      settings.set(SHORTCUTS, shortcuts);
      changed();
      return shortcuts;
    },
    spending: () => ({ threshold: spendingThreshold(settings) }),
    setSpending: async ({ threshold }) => {
      await setSpendingThreshold(settings, confirmation, threshold);
      changed();
      return { threshold: spendingThreshold(settings) };
    },
    preview: () => ({ width: previewSchema.parse(settings.get(PREVIEW)) }),
    setPreview: ({ width }) => {
      settings.set(PREVIEW, width);
      return { width };
    },
    signature: () => ({ text: signatureSchema.parse(settings.get(SIGNATURE)) }),
    setSignature: ({ text }) => {
      settings.set(SIGNATURE, text);
      return { text };
    },
    autoLock: () => ({ ...autoLock.settings(), seesScreenLock: autoLock.seesScreenLock }),
    setAutoLock: ({ onScreenLock, idleMinutes }) => {
      const saved = autoLock.change({
        ...(onScreenLock === undefined ? {} : { onScreenLock }),
        ...(idleMinutes === undefined ? {} : { idleMinutes }),
      });
      changed();
      return { ...saved, seesScreenLock: autoLock.seesScreenLock };
    },
    background: backgroundNow,
    setBackground: async ({ keepListening, startAtLogin }) => {
      if (background === undefined) throw new AppFailure({ kind: 'unsupported', capability: 'background' });
      if (startAtLogin !== undefined) background.setStartAtLogin(startAtLogin);
      if (keepListening !== undefined) saveBackground(settings, keepListening);
      await background.follow();
      changed();
      return backgroundNow();
    },
    libraryColumns: () => savedLibraryColumns.parse(settings.get(LIBRARY)),
    setLibraryColumns: (columns) => {
      settings.set(LIBRARY, columns);
      changed();
      return savedLibraryColumns.parse(columns);
    },
    resultColumns: () => ({ columns: columnsSchema.parse(settings.get(COLUMNS)) }),
    setResultColumns: ({ columns }) => {
      settings.set(COLUMNS, columns);
      changed();
      return { columns: columnsSchema.parse(columns) };
    },
  };
}
