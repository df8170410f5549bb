import { text } from './values.ts';

/** Stages that the service is known to use (spec §2.12). Offered as filters until `/filters` is fetched. */
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

/** Returns a key for comparing stages: lower case, without spaces, hyphens or underscores. */
export const foldStage = (stage: string): string => stage.toLowerCase().replace(/[\s_-]+/g, '');

const CANONICAL: ReadonlyMap<string, string> = new Map(
  KNOWN_STAGES.map((stage) => [foldStage(stage), stage]),
);

/**
 * Returns the canonical spelling of a stage if only the case differs; otherwise, returns the stage unchanged.
 * In queries, the service ignores the case of stages (spec §4.2), but possibly not other differences.
 */
export function withCanonicalCase(stage: string): string {
  const canonical = CANONICAL.get(foldStage(stage));
  return canonical?.toLowerCase() === stage.toLowerCase() ? canonical : stage;
}

/**
 * Returns a known stage in its canonical spelling and any other stage as received. Null if the value is not
 * text.
 */
export function decodeStage(value: unknown): string | null {
  const received = typeof value === 'string' ? text(value, 100) : null;
  return received === null ? null : (CANONICAL.get(foldStage(received)) ?? received);
}
