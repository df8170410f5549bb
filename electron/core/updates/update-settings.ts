import { z } from 'zod';
import { timeMsSchema } from '../../../shared/model/budget.ts';
import type { SettingsStore } from '../ports.ts';

const KEY = 'updates';
const savedSchema = z
  .object({
    scheduled: z.boolean().catch(false),
    checkedAtMs: timeMsSchema.nullable().catch(null),
    /** The highest verified sequence number of each channel. */
    sequences: z.record(z.string(), z.int().min(0)).catch({}),
  })
  .catch({ scheduled: false, checkedAtMs: null, sequences: {} });
type Saved = z.infer<typeof savedSchema>;

export const readUpdateSettings = (settings: Pick<SettingsStore, 'get'>): Saved =>
  savedSchema.parse(settings.get(KEY) ?? {});

export function saveUpdateSettings(settings: SettingsStore, change: Partial<Saved>): void {
  settings.set(KEY, { ...readUpdateSettings(settings), ...change });
}

export const highestSequence = (settings: Pick<SettingsStore, 'get'>, channel: string): number =>
  readUpdateSettings(settings).sequences[channel] ?? 0;

/** Stores the sequence number of a verified manifest, unless a higher one is already stored. */
export function saveSequence(settings: SettingsStore, channel: string, sequence: number): void {
  if (sequence <= highestSequence(settings, channel)) return;
  const { sequences } = readUpdateSettings(settings);
  saveUpdateSettings(settings, { sequences: { ...sequences, [channel]: sequence } });
}
