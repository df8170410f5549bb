import { z } from 'zod';
import type { SettingsStore } from '../ports.ts';

const KEY = 'background';
const savedSchema = z.object({ keepListening: z.boolean() }).nullable().catch(null);

/**
 * Returns whether the user chose to keep listening in the background; null if the user has not chosen yet.
 * The Electron shell needs this before the core is loaded.
 */
export const savedBackground = (settings: Pick<SettingsStore, 'get'>): { keepListening: boolean } | null =>
  savedSchema.parse(settings.get(KEY));

export const keepsListening = (settings: Pick<SettingsStore, 'get'>): boolean =>
  savedBackground(settings)?.keepListening ?? false;

export const saveBackground = (settings: Pick<SettingsStore, 'set'>, keepListening: boolean): void =>
  settings.set(KEY, { keepListening });
