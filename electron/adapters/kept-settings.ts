import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from '../core/ports.ts';

/**
 * What `settings.json` of `folder` holds now, read once and never written: for the window, which is made before the store of the
 * settings is loaded. A file that is missing or damaged says nothing; the store tells of it.
 */
export function readKeptSettings(folder: string): Pick<SettingsStore, 'get'> {
  const kept = new Map(Object.entries(readObject(join(folder, 'settings.json'))));
  return { get: (key) => kept.get(key) };
}

function readObject(file: string): object {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
