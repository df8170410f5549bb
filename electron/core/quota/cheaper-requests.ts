import type { CheaperAlternative, Preview, Screen } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import {
  medianRowCount,
  reportedRowsOf,
  type Panel,
} from '../database/queries/cache/panels/company-panels.ts';
import { countRounds } from '../database/queries/cache/rounds.ts';
import { panelWaits, type PanelWaits } from '../database/queries/cache/panels/panel-waits.ts';
import { wasReturnedBy } from '../database/queries/cache/companies.ts';
import type { ReadDb } from '../database/sql.ts';
import type { Governor } from '../service-api/governor-port.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';

/**
 * Endpoints whose data is also in the company's profile, at least in a shorter form (spec §4.3). Rounds are
 * not included, because the profile has neither their investors nor their US dollar amounts (spec §2.2).
 */
const PANELS_IN_PROFILE = ['highlights', 'tech-stack'] as const;
const IN_PROFILE: ReadonlySet<PricedCall['endpoint']> = new Set(PANELS_IN_PROFILE);

interface PriceParts {
  readonly governor: Pick<Governor, 'previewEach' | 'serverNowMs'>;
  readonly hints: PriceHints;
  readonly cache: ReadDb;
}

/** Returns the price of each request, with a cheaper alternative if another request returns the same data. */
export function pricesOf(parts: PriceParts, calls: readonly PricedCall[], screen: Screen): Preview[] {
  const { governor, hints } = parts;
  const described = calls.map((call) => describeCall(call, hints));
  const previews = governor.previewEach(described, screen);
  const nowMs = governor.serverNowMs();
  const needed = new Set(calls.filter((call) => isNeeded(parts.cache, call, nowMs)));
  const profiles = profilePrices(parts, [...needed], screen);
  return calls.flatMap((call, at) => {
    const preview = previews[at];
    return preview === undefined
      ? []
      : [
          {
            ...withLikelyRounds(parts, call, preview),
            instead: needed.has(call) ? insteadOf(profiles, call, preview) : null,
          },
        ];
  });
}

/**
 * Number of rounds assumed for a company if the library contains no rounds from which to estimate it. Most
 * companies have one or two.
 */
const ROUNDS_GUESS = 3;

/**
 * Sets `expectedRecords` in the price of a request for all rounds of a company, unless the profile or an
 * earlier response contains the actual number of rounds. The governor still reserves more, because the
 * service does not limit the number of rounds (spec §4.5).
 */
function withLikelyRounds({ cache, hints }: PriceParts, call: PricedCall, preview: Preview): Preview {
  if (call.endpoint !== 'rounds') return preview;
  if (hints.totalRounds(call.companyId) !== null || reportedRowsOf(cache, call.companyId, 'rounds') !== null)
    return preview;
  const likely = Math.max(
    countRounds(cache, call.companyId),
    medianRowCount(cache, 'rounds') ?? ROUNDS_GUESS,
    1,
  );
  return likely < preview.cost.records ? { ...preview, expectedRecords: likely } : preview;
}

/**
 * Returns whether a cheaper request for the same data may be offered. It is not offered for a panel that
 * recently returned 404, because the panel should not be requested again yet.
 */
const isNeeded = (cache: ReadDb, call: PricedCall, nowMs: number): boolean =>
  !('companyId' in call) ||
  !IN_PROFILE.has(call.endpoint) ||
  ![...waitingPanels(panelWaits(cache, call.companyId), nowMs)].some((panel) => panel === call.endpoint);

/** Returns the panels that should not be requested again yet, because they recently returned 404. */
const waitingPanels = (waits: ReturnType<PanelWaits>, nowMs: number): ReadonlySet<Panel> =>
  new Set([...waits].flatMap(([panel, askAgainAtMs]) => (askAgainAtMs > nowMs ? [panel] : [])));

/** Returns the price of each company's profile, by company id. Omits profiles that were already fetched. */
function profilePrices(
  { governor, hints, cache }: PriceParts,
  calls: readonly PricedCall[],
  screen: Screen,
): ReadonlyMap<string, Preview> {
  const ids = calls.flatMap((call) =>
    'companyId' in call && IN_PROFILE.has(call.endpoint) ? [call.companyId] : [],
  );
  const unfetched = [...new Set(ids)].filter((id) => !wasReturnedBy(cache, id, 'company'));
  if (unfetched.length === 0) return new Map();
  const previews = governor.previewEach(
    unfetched.map((companyId) => describeCall({ endpoint: 'company', companyId }, hints)),
    screen,
  );
  return new Map(
    unfetched.flatMap((id, at) => {
      const preview = previews[at];
      return preview === undefined ? [] : [[id, preview]];
    }),
  );
}

/**
 * Returns the request for the company's profile as a cheaper alternative. Returns null if the profile lacks
 * the requested data or was already fetched. Also returns null if the request would save no records or would
 * be refused.
 */
function insteadOf(
  profiles: ReadonlyMap<string, Preview>,
  call: PricedCall,
  { cost }: Preview,
): CheaperAlternative | null {
  if (!('companyId' in call) || !IN_PROFILE.has(call.endpoint)) return null;
  const instead = profiles.get(call.companyId);
  if (instead === undefined) return null;
  const savesRecords = cost.records - instead.cost.records;
  if (savesRecords <= 0 || instead.decision.kind === 'refuse') return null;
  return { endpoint: 'company', why: 'profile-first', cost: instead.cost, savesRecords };
}

interface SavingParts extends Pick<PriceParts, 'hints' | 'cache'> {
  readonly nowMs: number;
  readonly waits?: PanelWaits | undefined;
}

/**
 * Returns how much a request for the profile saves. The profile fills several panels, so the request is
 * compared with separate requests for these panels. Panels that recently returned 404 do not count, because
 * they would not be requested.
 * @param parts.waits can be passed if the waits of many companies were read together
 */
export function savedByProfile(
  { hints, cache, nowMs, waits }: SavingParts,
  companyId: string,
  records: number,
): { how: 'profile'; requests: number; records: number } {
  const waiting = waitingPanels(waits?.(companyId) ?? panelWaits(cache, companyId), nowMs);
  const calls = PANELS_IN_PROFILE.flatMap((endpoint) =>
    waiting.has(endpoint) ? [] : [describeCall({ endpoint, companyId }, hints)],
  );
  const total = calls.reduce((sum, { worst }) => sum + worst.records, 0);
  return {
    how: 'profile',
    requests: Math.max(0, calls.length - 1),
    records: Math.max(0, total - records),
  };
}
