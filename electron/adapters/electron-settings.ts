import { renameSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import type { Logger, SettingsStore } from '../core/ports.ts';

const NAME = 'settings';

/**
 * Stores settings in `settings.json` in `folder`, as the loopback shell does. Renames the file if it is
 * damaged.
 */
export function createElectronSettings(folder: string, log: Logger): SettingsStore {
  const store = openStore(folder, log);
  return {
    get: (key) => store.get(key),
    set: (key, value) => (value === undefined ? store.delete(key) : store.set(key, value)),
  };
}

function openStore(folder: string, log: Logger): ElectronStore {
  const open = (): ElectronStore =>
    new ElectronStore({
      cwd: folder,
      name: NAME,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    });
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const file = join(folder, `${NAME}.json`);
    log.warn('settings-damaged', { keptAs: `${file}.damaged` });
    renameSync(file, `${file}.damaged`);
    return open();
  }
}
