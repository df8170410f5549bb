import { DEFAULT_WEIGHTS } from '../../../shared/fit.ts';
import {
  fitWeightsSchema,
  marketSchema,
  type FitWeights,
  type Market,
} from '../../../shared/model/market.ts';
import { canonicalAmount } from '../service-api/amount-text.ts';
import { preference, putPreference, type PreferenceName } from '../database/queries/yours/preferences.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';

/** Returns the user's market; null if no market is set or if an incompatible version of the app wrote it. */
export const readMarket = (yours: ReadDb): Market | null =>
  marketSchema.safeParse(readPreference(yours, 'market')).data ?? null;

export const readWeights = (yours: ReadDb): FitWeights =>
  fitWeightsSchema.safeParse(readPreference(yours, 'fit-weights')).data ?? DEFAULT_WEIGHTS;

/** Returns whether the user skipped the question about the market during onboarding. */
export const isSkipped = (yours: ReadDb): boolean => preference(yours, 'market-skipped') !== null;

/** Records that the user skipped the question. This record is not user data, so skipping cannot be undone. */
export const skipMarket = (yours: WriteDb, atMs: number): void =>
  putPreference(yours, { name: 'market-skipped', value: 'true', setAtMs: Math.round(atMs) });

/**
 * Returns the canonical form of a market: without duplicate values, and with amounts in the form that the
 * service accepts.
 */
export function canonicalMarket(market: Market): Market {
  const once = (values: readonly string[]): string[] => [...new Set(values)];
  const amount = (text: string | null): string | null =>
    text === null ? null : (canonicalAmount(text)?.text ?? text);
  return marketSchema.parse({
    countries: once(market.countries),
    stages: once(market.stages),
    industries: once(market.industries),
    technologies: once(market.technologies),
    minAmount: amount(market.minAmount),
    maxAmount: amount(market.maxAmount),
    currency: market.currency,
    hiring: market.hiring,
  });
}

/** Returns a preference, parsed from JSON; null if the preference is not set or cannot be parsed. */
export function readPreference(yours: ReadDb, name: PreferenceName): unknown {
  const json = preference(yours, name);
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
