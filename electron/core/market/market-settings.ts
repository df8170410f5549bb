import { DEFAULT_WEIGHTS } from '../../../shared/fit.ts';
import {
  fitWeightsSchema,
  marketSchema,
  type FitWeights,
  type Market,
} from '../../../shared/model/market.ts';
import { canonicalAmount } from '../service-api/decoders/amount-text.ts';
import { preference, putPreference, type PreferenceName } from '../database/queries/yours/preferences.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';

/** Returns null if no market is set or if it was written by an incompatible version. */
export const readMarket = (yours: ReadDb): Market | null =>
  marketSchema.safeParse(read(yours, 'market')).data ?? null;

export const readWeights = (yours: ReadDb): FitWeights =>
  fitWeightsSchema.safeParse(read(yours, 'fit-weights')).data ?? DEFAULT_WEIGHTS;

/** True if the user skipped the market question during onboarding. */
export const isSkipped = (yours: ReadDb): boolean => preference(yours, 'market-skipped') !== null;

/** Not user data, so there is no undo step. */
export const skipMarket = (yours: WriteDb, atMs: number): void =>
  putPreference(yours, { name: 'market-skipped', value: 'true', setAtMs: Math.round(atMs) });

/** Canonical form of a market: no duplicate values, and amounts as they are sent to the service. */
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

function read(yours: ReadDb, name: PreferenceName): unknown {
  const json = preference(yours, name);
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
