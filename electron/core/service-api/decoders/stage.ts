import { text } from './values.ts';

/**
 * Stages the service is known to use (spec §2.12), offered until `/filters` has been fetched. Other stages
 * are kept as received.
 */
export const KNOWN_STAGES = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C+',
  'Debt',
  'Bootstrapped',
  'Undisclosed',
] as const;

/** Ignores case, spaces, hyphens and underscores; the plus of `Series C+` is significant. */
export const foldStage = (stage: string): string => stage.toLowerCase().replace(/[\s_-]+/g, '');

const CANONICAL: ReadonlyMap<string, string> = new Map(
  KNOWN_STAGES.map((stage) => [foldStage(stage), stage]),
);

/** Canonical spelling of a known stage, so `undisclosed` and `Undisclosed` are one value. */
export function decodeStage(value: unknown): string | null {
  const received = typeof value === 'string' ? text(value, 100) : null;
  return received === null ? null : (CANONICAL.get(foldStage(received)) ?? received);
}
