import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { searchOfMarket } from '../../../shared/market-search.ts';
import type { FitFacts } from '../../../shared/model/fit.ts';
import type { Market } from '../../../shared/model/market.ts';
import { keptSearchSchema, type KeptSearch } from '../../../shared/model/saved-search.ts';
import { icpTold } from '../db/queries/fit.ts';
import { companyIdsAfter } from '../db/queries/search.ts';
import { savedSearchNamed } from '../db/queries/saved-searches.ts';
import type { ReadDb } from '../db/sql.ts';
import { clip, fold } from '../library/fold.ts';
import { factsOf, fitsOf } from '../market/fits.ts';
import {
  canonicalMarket,
  createMarketWords,
  isSkipped,
  readMarket,
  readWeights,
  skipMarket,
} from '../market/market.ts';
import { createSavedSearches } from '../words/saved-searches.ts';
import { noteKept } from '../words/searched.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeWords, undoOf, type Changing } from './words-change.ts';

/** Companies that are looked at for an example of which much is known. */
const EXAMPLES = 50;
const NAME_MAX = 80;
export function createMarketService(workspaces: Workspaces, publish: Publish): Handlers['market'] {
  const change = createChangeWords(workspaces, publish);
  return {
    get: () => {
      const { cache, yours } = workspaces.current().files;
      const market = readMarket(yours);
      return {
        market,
        weights: readWeights(yours),
        skipped: isSkipped(yours),
        example: market === null ? null : exampleOf(cache, market),
      };
    },
    set: ({ market, saveAs }) => {
      const { governor } = workspaces.current();
      const atMs = governor.stampMs();
      const { value, undo } = change('market-set', (changing) => {
        createMarketWords(changing.files.yours, changing.journal).set(market, atMs);
        return saveAs === null
          ? null
          : keepAsSearch(changing, saveAs, searchOfMarket(canonicalMarket(market)), atMs);
      });
      return { undo, searchId: value };
    },
    clear: () =>
      undoOf(
        change('market-cleared', ({ files, journal }) => createMarketWords(files.yours, journal).clear()),
      ),
    skip: () => {
      const { files, clock } = workspaces.current();
      skipMarket(files.yours, clock.nowMs());
      return {};
    },
    setWeights: ({ weights }) => {
      const { governor } = workspaces.current();
      return undoOf(
        change('weights-set', ({ files, journal }) =>
          createMarketWords(files.yours, journal).setWeights(weights, governor.stampMs()),
        ),
      );
    },
    fit: ({ companyId }) => {
      const { files } = workspaces.current();
      const icp = icpTold(files.cache, companyId);
      return { fit: fitsOf(files, [companyId]).get(companyId) ?? null, icp };
    },
  };
}

function keepAsSearch(
  { files, journal }: Changing,
  wanted: string,
  search: KeptSearch,
  atMs: number,
): string {
  // A market holds more values than a search: one that is too long could be kept and never be read again.
  if (!keptSearchSchema.safeParse(search).success)
    throw new AppFailure({
      kind: 'validation',
      issues: [{ path: 'market', message: 'too many values for one search' }],
    });
  noteKept(files, search, atMs);
  return createSavedSearches(files.yours, journal).create(freeName(files.yours, wanted), search, atMs).id;
}

/** The name, or the name with the first number that is free. */
function freeName(yours: ReadDb, wanted: string): string {
  let name = wanted;
  for (let number = 2; savedSearchNamed(yours, fold(name)) !== null; number += 1)
    name = `${clip(wanted, NAME_MAX - 8).trim()} (${number})`;
  return name;
}

/** Of a few companies the one of which most is known that this market asks for. */
function exampleOf(cache: ReadDb, market: Market): FitFacts | null {
  const facts = factsOf(cache, companyIdsAfter(cache, '', EXAMPLES), market);
  const known = ({ stage, amount, countryCode, industries, technologies, hiring }: FitFacts): number =>
    [stage, amount, countryCode, industries[0], technologies, hiring].filter((fact) => fact != null).length;
  return facts.reduce<FitFacts | null>(
    (best, each) => (best === null || known(each) > known(best) ? each : best),
    null,
  );
}
