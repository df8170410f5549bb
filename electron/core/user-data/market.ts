import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import { fitWeightsSchema, type FitWeights, type Market } from '../../../shared/model/market.ts';
import {
  deletePreference,
  preference,
  putPreference,
  type PreferenceName,
} from '../database/queries/yours/preferences.ts';
import type { WriteDb } from '../database/sql.ts';
import { canonicalBuyerRoles } from '../market/buyer-roles.ts';
import { canonicalMarket } from '../market/market-settings.ts';
import type { Journal } from './undo-journal.ts';

/** Changes the user's market, the fit weights and the buyer roles. Must be called within `recordChange`. */
interface MarketChanges {
  set(market: Market, atMs: number): void;
  clear(): void;
  /** Sets the fit weights; null restores the defaults. */
  setWeights(weights: FitWeights | null, atMs: number): void;
  setBuyerRoles(roles: BuyerRoles, atMs: number): void;
  clearBuyerRoles(): void;
}

export function createMarketChanges(yours: WriteDb, journal: Journal): MarketChanges {
  const touched = (name: PreferenceName): PreferenceName => {
    journal.touch({ part: 'preference', key: [name] });
    return name;
  };
  const put = (name: PreferenceName, value: unknown, atMs: number): void => {
    const json = JSON.stringify(value);
    // Saving an equal value is not a change, so it must not update the stored time.
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
    setBuyerRoles: (roles, atMs) => put('buyer-roles', canonicalBuyerRoles(roles), atMs),
    clearBuyerRoles: () => deletePreference(yours, touched('buyer-roles')),
  };
}
