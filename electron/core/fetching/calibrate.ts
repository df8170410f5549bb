import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import { FREE, plus } from '../../../shared/add-costs.ts';
import type { Cost, LearnedCost, Preview, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import { storeRowsAlone } from '../library/store-responses.ts';
import { CALIBRATION, learnFromReadings } from '../quota/calibration/calibration.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import type { StatsReading } from '../service-api/decoders/decoded-types.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { fetchStats, type StatsParts } from './fetch-stats.ts';
import { requireAccepted, runPricedRequest } from './priced-request.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Number of days that the calibration query covers. The query needs only one round, and any 30 days contain
 * at least one.
 */
const DAYS = 30;

interface Price {
  readonly preview: Preview;
  readonly calls: number;
}

interface PriceParts {
  readonly governor: Pick<Governor, 'serverNowMs' | 'previewAll'>;
  readonly hints: PriceHints;
}

interface CalibrationParts extends StatsParts, PriceParts {
  readonly governor: StatsParts['governor'] &
    PriceParts['governor'] &
    Pick<Governor, 'preview' | 'learned' | 'storeMeasuredCosts'>;
}

/** Returns a query for one round from the last 30 days. */
export const oneRow = (nowMs: number): FundingsQuery => {
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  return {
    fundingDateStart: day(nowMs - DAYS * DAY_MS),
    fundingDateEnd: day(nowMs),
    limit: 1,
    offset: 0,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  };
};

type Step = (typeof CALIBRATION)[number];
type StepCall = Extract<PricedCall, { endpoint: Step }>;

const callOf = (endpoint: Step, nowMs: number): StepCall =>
  endpoint === 'fundings' ? { endpoint, query: oneRow(nowMs) } : { endpoint };

export function priceOfCalibration({ governor, hints }: PriceParts): Price {
  const nowMs = governor.serverNowMs();
  const calls = CALIBRATION.map((endpoint) => describeCall(callOf(endpoint, nowMs), hints));
  return { preview: governor.previewAll(calls), calls: calls.length };
}

interface CalibrationResult {
  costs: LearnedCost[];
  disturbed: boolean;
  spent: Cost;
}

/**
 * Makes the calibration requests one after another, and learns from the service's usage counters what each
 * request cost. Stores these costs unless a request fails or the counters also include other requests.
 * @throws AppFailure `price-changed`, or the error of any request
 */
export async function calibrate(
  parts: CalibrationParts,
  accepted: Cost,
  screen: Screen,
): Promise<CalibrationResult> {
  const { governor } = parts;
  requireAccepted(priceOfCalibration(parts).preview, accepted);
  const keyTurn = governor.keyTurn();
  const run: Run = { readings: [], rows: 0, spent: FREE };
  for (const endpoint of CALIBRATION) {
    if (governor.keyTurn() !== keyTurn) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    const { cost } = await step(parts, endpoint, screen, run);
    run.spent = plus(run.spent, cost);
  }
  const learned = learnedOf(run, governor.serverNowMs());
  if (learned !== null) governor.storeMeasuredCosts(learned);
  return { costs: governor.learned(), disturbed: learned === null, spent: run.spent };
}

interface Run {
  readings: StatsReading[];
  rows: number;
  spent: Cost;
}

/**
 * Returns the learned costs. Returns null if the service's usage counters also include requests from outside
 * the calibration.
 */
function learnedOf({ readings, rows }: Run, atMs: number): LearnedCost[] | null {
  const [first, second, third, fourth] = readings;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  return learnFromReadings({ readings: [first, second, third, fourth], rows, atMs });
}

async function step(parts: CalibrationParts, endpoint: Step, screen: Screen, run: Run): Promise<Receipt> {
  const { governor, files, hints } = parts;
  const call = callOf(endpoint, governor.serverNowMs());
  const context: CallContext = {
    screen,
    reason: 'Calibration',
    lane: 'calibration',
    accepted: governor.preview(describeCall(call, hints)).cost,
  };
  switch (call.endpoint) {
    case 'stats': {
      const { value, receipt } = await fetchStats(parts, context);
      run.readings.push(value);
      return receipt;
    }
    case 'health':
      return (await runPricedRequest(parts, call, context)).receipt;
    case 'fundings': {
      const { value, receipt } = await runPricedRequest(parts, call, context, {
        store: (page, fetchedAtMs) =>
          storeRowsAlone(files.cache, page, fetchedAtMs, 'fundings', parts.vault.seal()),
      });
      run.rows = value.rows.length + value.setAside;
      return receipt;
    }
    default:
      return assertNever(call);
  }
}
