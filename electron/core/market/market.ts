import { DEFAULT_WEIGHTS } from '../../../shared/fit.ts';
import {
  fitWeightsSchema,
  marketSchema,
  type FitWeights,
  type Market,
} from '../../../shared/model/market.ts';
import { canonicalAmount } from '../api/amount-text.ts';
import {
  deletePreference,
  preference,
  putPreference,
  type PreferenceName,
} from '../db/queries/preferences.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import type { Journal } from '../words/journal.ts';

/** Null: the seller gave none, or another version wrote one that this one cannot read. */
export const readMarket = (yours: ReadDb): Market | null =>
  marketSchema.safeParse(read(yours, 'market')).data ?? null;

export const readWeights = (yours: ReadDb): FitWeights =>
  fitWeightsSchema.safeParse(read(yours, 'fit-weights')).data ?? DEFAULT_WEIGHTS;

/** Whether the seller put the question off; he is not asked again at the door. */
export const isSkipped = (yours: ReadDb): boolean => preference(yours, 'market-skipped') !== null;

/** No words of the seller's: nothing to take back. */
export const skipMarket = (yours: WriteDb, atMs: number): void =>
  putPreference(yours, { name: 'market-skipped', value: 'true', setAtMs: Math.round(atMs) });

/** The market and the weights of the fit. Call within `recordChange`. */
export interface MarketWords {
  set(market: Market, atMs: number): void;
  clear(): void;
  /** Null: the defaults again. */
  setWeights(weights: FitWeights | null, atMs: number): void;
}

export function createMarketWords(yours: WriteDb, journal: Journal): MarketWords {
  const touched = (name: PreferenceName): PreferenceName => {
    journal.touch({ part: 'preference', key: [name] });
    return name;
  };
  const put = (name: PreferenceName, value: unknown, atMs: number): void => {
    const json = JSON.stringify(value);
    // The same again is no change, whenever it is said.
    if (preference(yours, name) === json) return;
    putPreference(yours, { name: touched(name), value: json, setAtMs: Math.round(atMs) });
  };
  return {
    set: (market, atMs) => put('market', canonicalMarket(market), atMs),
    clear: () => deletePreference(yours, touched('market')),
    setWeights: (weights, atMs) => {
      if (weights === null) deletePreference(yours, touched('fit-weights'));
      else put('fit-weights', fitWeightsSchema.parse(weights), atMs);
    },
  };
}

/** One form for one market: each value once, amounts as they are sent. */
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
