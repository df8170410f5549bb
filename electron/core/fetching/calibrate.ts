import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Cost, LearnedCost, Preview, Screen } from '../../../shared/model/budget.ts';
import type { FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import { storeHealth } from '../library/service-state.ts';
import { storeRowsAlone } from '../library/store-responses.ts';
import { CALIBRATION, learnFromReadings } from '../quota/calibration.ts';
import { FREE, isDearer } from '../quota/policy/costs.ts';
import type { StatsReading } from '../service-api/decoders/stats-reading.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { pricedRequest } from './priced-request.ts';
import { plus } from '../../../shared/add-costs.ts';

const DAY_MS = 86_400_000;
/** One row is enough; 30 days always contain one. */
const DAYS = 30;

interface Price {
  readonly preview: Preview;
  readonly calls: number;
}

const oneRow = (nowMs: number): FundingsQuery => {
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

/** The price of all calibration requests together. */
export function priceOfCalibration({ governor, hints }: OpenWorkspace): Price {
  const nowMs = governor.serverNowMs();
  const calls = CALIBRATION.map((endpoint) => describeCall(callOf(endpoint, nowMs), hints));
  return { preview: governor.previewAll(calls), calls: calls.length };
}

export interface CalibrationResult {
  costs: LearnedCost[];
  disturbed: boolean;
  spent: Cost;
}

/**
 * Makes the requests in sequence and adopts the costs that the service counted, unless other usage was counted
 * as well. Any error leaves the assumed costs unchanged.
 * @throws AppFailure price-changed, and the errors of each request
 */
export async function calibrate(
  workspace: OpenWorkspace,
  accepted: Cost,
  screen: Screen,
): Promise<CalibrationResult> {
  const { governor } = workspace;
  const { preview } = priceOfCalibration(workspace);
  if (isDearer(preview.cost, accepted)) throw new AppFailure({ kind: 'price-changed', preview });
  const keyTurn = governor.keyTurn();
  const run: Run = { readings: [], rows: 0, spent: FREE };
  for (const endpoint of CALIBRATION) {
    if (governor.keyTurn() !== keyTurn) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    await step(workspace, endpoint, screen, run);
  }
  const learned = learnedOf(run, governor.serverNowMs());
  if (learned !== null) governor.keepLearned(learned);
  return { costs: governor.learned(), disturbed: learned === null, spent: run.spent };
}

interface Run {
  readings: StatsReading[];
  rows: number;
  spent: Cost;
}

/** Null if the counters don't match these requests alone, such as after another request of this app. */
function learnedOf({ readings, rows }: Run, atMs: number): LearnedCost[] | null {
  const [first, second, third, fourth] = readings;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  return learnFromReadings({ readings: [first, second, third, fourth], rows, atMs });
}

async function step(workspace: OpenWorkspace, endpoint: Step, screen: Screen, run: Run): Promise<void> {
  const { governor, client, files, hints } = workspace;
  const call = callOf(endpoint, governor.serverNowMs());
  const context: CallContext = {
    screen,
    reason: 'Calibration',
    lane: 'calibration',
    accepted: governor.preview(describeCall(call, hints)).cost,
  };
  const { receipt } = await pricedRequest<unknown>(workspace, async () => {
    switch (call.endpoint) {
      case 'stats': {
        const fetched = await client.stats(context, () => undefined);
        governor.reconcile(fetched.value, fetched.serverNowMs);
        run.readings.push(fetched.value);
        return fetched;
      }
      case 'health':
        return client.health(context, (health, atMs) => storeHealth(files.cache, health, atMs));
      case 'fundings': {
        const fetched = await client.fundings(call.query, context, (page, atMs) =>
          storeRowsAlone(files.cache, page, atMs),
        );
        run.rows = fetched.value.rows.length + fetched.value.setAside;
        return fetched;
      }
      default:
        return assertNever(call);
    }
  });
  run.spent = plus(run.spent, receipt.cost);
}
