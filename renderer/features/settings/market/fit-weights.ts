import type { FitPartName, FitWeights } from '../../../../shared/model/market.ts';

/** The parts of a fit, in display order. */
export const FIT_ORDER: readonly FitPartName[] = ['stage', 'size', 'country', 'industry', 'tech', 'hiring'];

/** Parses a weight: a whole number from 0 to 100. Returns null for any other text. */
export function parseWeight(text: string): number | null {
  const plain = text.trim();
  if (!/^\d{1,3}$/.test(plain)) return null;
  const value = Number(plain);
  return value <= 100 ? value : null;
}

/** Parses the text of all weight fields. Returns null if any field is invalid. */
export function parseWeights(typed: Readonly<Record<string, string>>): FitWeights | null {
  const read = (part: FitPartName): number | null => parseWeight(typed[part] ?? '');
  const [stage, size, country] = [read('stage'), read('size'), read('country')];
  const [industry, tech, hiring] = [read('industry'), read('tech'), read('hiring')];
  if (stage === null || size === null || country === null) return null;
  if (industry === null || tech === null || hiring === null) return null;
  return { stage, size, country, industry, tech, hiring };
}
