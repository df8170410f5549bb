import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from '../core/ports.ts';

/**
 * Reads the settings needed to create the window, which happens before the settings store is loaded. If the
 * file is missing or damaged, all settings are unset. The store logs the damage later.
 */
export function readSettingsFile(folder: string): Pick<SettingsStore, 'get'> {
  const values = new Map(Object.entries(readObject(join(folder, 'settings.json'))));
  return { get: (key) => values.get(key) };
}

function readObject(file: string): object {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
