import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { hasRoles } from '../../../shared/buyer-roles.ts';
import type { FitFacts } from '../../../shared/model/fit.ts';
import type { Market } from '../../../shared/model/market.ts';
import { savedQuerySchema, type SavedQuery } from '../../../shared/model/saved-search.ts';
import { latestIcpMatch } from '../database/queries/cache/fit-facts.ts';
import { companyIdsAfter } from '../database/queries/cache/search-index.ts';
import { savedSearchNamed } from '../database/queries/yours/saved-searches.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { readBuyerRoles } from '../market/buyer-roles.ts';
import { factsOf, fitsOf } from '../market/fit-scores.ts';
import {
  canonicalMarket,
  isSkipped,
  readMarket,
  readWeights,
  skipMarket,
} from '../market/market-settings.ts';
import { createMarketChanges } from '../user-data/market.ts';
import { createSavedSearches } from '../user-data/saved-searches.ts';
import { recordStoredResults } from '../user-data/saved-search-results.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeUserData, undoReply, type UserDataChangeParts } from './change-user-data.ts';

/** The example is chosen from this many companies. */
const EXAMPLES = 50;
const NAME_MAX = 80;
export function createMarketHandlers(workspaces: Workspaces, publish: Publish): Handlers['market'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    get: () => {
      const { cache, yours } = workspaces.current().files;
      const market = readMarket(yours);
      return {
        market,
        weights: readWeights(yours),
        buyerRoles: readBuyerRoles(yours),
        skipped: isSkipped(yours),
        example: market === null ? null : exampleOf(cache, market),
      };
    },
    set: ({ market, saveAs }) => {
      const { governor } = workspaces.current();
      const atMs = governor.stampMs();
      const { value, undo } = change('market-set', (changing) => {
        createMarketChanges(changing.files.yours, changing.journal).set(market, atMs);
        return saveAs === null
          ? null
          : keepAsSearch(changing, saveAs, searchOfMarket(canonicalMarket(market)), atMs);
      });
      return { undo, searchId: value };
    },
    clear: () =>
      undoReply(
        change('market-cleared', ({ files, journal }) => createMarketChanges(files.yours, journal).clear()),
      ),
    skip: () => {
      const { files, clock } = workspaces.current();
      skipMarket(files.yours, clock.nowMs());
      return {};
    },
    setWeights: ({ weights }) => {
      const { governor } = workspaces.current();
      return undoReply(
        change('weights-set', ({ files, journal }) =>
          createMarketChanges(files.yours, journal).setWeights(weights, governor.stampMs()),
        ),
      );
    },
    setBuyerRoles: ({ buyerRoles }) => {
      const { governor } = workspaces.current();
      const wanted = buyerRoles !== null && hasRoles(buyerRoles) ? buyerRoles : null;
      return undoReply(
        change(wanted === null ? 'buyer-roles-cleared' : 'buyer-roles-set', ({ files, journal }) => {
          const changes = createMarketChanges(files.yours, journal);
          if (wanted === null) changes.clearBuyerRoles();
          else changes.setBuyerRoles(wanted, governor.stampMs());
        }),
      );
    },
    fit: ({ companyId }) => {
      const { files } = workspaces.current();
      const icp = latestIcpMatch(files.cache, companyId);
      return { fit: fitsOf(files, [companyId]).get(companyId) ?? null, icp };
    },
  };
}

function keepAsSearch(
  { files, journal }: UserDataChangeParts,
  wanted: string,
  search: SavedQuery,
  atMs: number,
): string {
  // A market may have more values than a search allows. Such a search could be saved, but `savedQuerySchema`
  // would reject it when it is read.
  if (!savedQuerySchema.safeParse(search).success)
    throw new AppFailure({
      kind: 'validation',
      issues: [{ path: 'market', message: 'too many values for one search' }],
    });
  recordStoredResults(files, search, atMs);
  return createSavedSearches(files.yours, journal).create(freeName(files.yours, wanted), search, atMs).id;
}

/**
 * Returns the wanted name. If a saved search already has this name, first appends the lowest free number to
 * it.
 */
function freeName(yours: ReadDb, wanted: string): string {
  let name = wanted;
  for (let number = 2; savedSearchNamed(yours, fold(name)) !== null; number += 1)
    name = `${clip(wanted, NAME_MAX - 8).trim()} (${number})`;
  return name;
}

/** Chooses the company with the most known facts as an example, and returns its facts. */
function exampleOf(cache: ReadDb, market: Market): FitFacts | null {
  const facts = factsOf(cache, companyIdsAfter(cache, '', EXAMPLES), market);
  const known = ({ stage, amount, countryCode, industries, technologies, hiring }: FitFacts): number =>
    [stage, amount, countryCode, industries[0], technologies, hiring].filter((fact) => fact != null).length;
  return facts.reduce<FitFacts | null>(
    (best, each) => (best === null || known(each) > known(best) ? each : best),
    null,
  );
}
