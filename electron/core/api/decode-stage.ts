import { text } from './decode-values.ts';

/** The stages the service is known to use [§2.12]; any other is kept as received. Offered until `/filters` was fetched [R-2-41]. */
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

/** Case, spaces, hyphens and underscores do not tell stages apart; the plus of `Series C+` does. */
export const foldStage = (stage: string): string => stage.toLowerCase().replace(/[\s_-]+/g, '');

const CANONICAL: ReadonlyMap<string, string> = new Map(
  KNOWN_STAGES.map((stage) => [foldStage(stage), stage]),
);

/** The canonical spelling of a known stage, so that `undisclosed` and `Undisclosed` are one value [R-2-5]. */
export function decodeStage(value: unknown): string | null {
  const received = typeof value === 'string' ? text(value, 100) : null;
  return received === null ? null : (CANONICAL.get(foldStage(received)) ?? received);
}
