import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger, SettingsStore } from '../core/ports.ts';

/** Stores settings in a JSON file that only its owner can read. Each change replaces the file atomically. */
export function createFileSettings(file: string, log: Logger): SettingsStore {
  const values = new Map(Object.entries(readObject(file, log)));
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, structuredClone(value));
      replace(file, JSON.stringify(Object.fromEntries(values), null, 2));
    },
  };
}

function readObject(file: string, log: Logger): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // The text is not valid JSON. The code below handles it like JSON that is not an object.
  }
  log.warn('settings-damaged', { keptAs: `${file}.damaged` });
  renameSync(file, `${file}.damaged`);
  return {};
}

function replace(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, file);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
