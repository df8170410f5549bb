import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Cost, LearnedCost, Preview, Screen } from '../../../shared/model/budget.ts';
import type { FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import { describeCall } from '../api/endpoints.ts';
import type { CallContext } from '../api/exchange.ts';
import { storeHealth } from '../library/service-facts.ts';
import { storeRowsAlone } from '../library/store.ts';
import { CALIBRATION, learnFromReadings } from '../quota/calibration.ts';
import { FREE, isDearer } from '../quota/costs.ts';
import type { StatsReading } from '../quota/stats-reading.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { paidCall } from './priced-call.ts';
import { plus } from '../../../shared/cost.ts';

const DAY_MS = 86_400_000;
/** One row is enough, of days on which there surely was one. */
const DAYS = 30;

interface Price {
  readonly preview: Preview;
  readonly calls: number;
}

const oneRow = (nowMs: number): FundingsQuery => {
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  return {
    ...{ fundingDateStart: day(nowMs - DAYS * DAY_MS), fundingDateEnd: day(nowMs), limit: 1, offset: 0 },
    ...{ countries: [], stages: [], industries: [], technologies: [], investors: [], companySizes: [] },
    ...{
      tags: [],
      validatedContacts: false,
      hasOpenRoles: false,
      hiringDepartments: [],
      hiringSeniority: [],
    },
  };
};

type Step = (typeof CALIBRATION)[number];
type StepCall = Extract<PricedCall, { endpoint: Step }>;

const callOf = (endpoint: Step, nowMs: number): StepCall =>
  endpoint === 'fundings' ? { endpoint, query: oneRow(nowMs) } : { endpoint };

/** The price of all calls of a calibration together. */
export function priceOfCalibration({ governor, hints }: OpenWorkspace): Price {
  const nowMs = governor.serverNowMs();
  const calls = CALIBRATION.map((endpoint) => describeCall(callOf(endpoint, nowMs), hints));
  return { preview: governor.previewAll(calls), calls: calls.length };
}

export interface Calibrated {
  costs: LearnedCost[];
  disturbed: boolean;
  spent: Cost;
}

/**
 * Makes the calls one after the other and believes what the service counted between them, unless somebody else was
 * counted too. Whatever fails on the way leaves what was assumed.
 * @throws AppFailure conflict price-changed; whatever a call throws
 */
export async function calibrate(
  workspace: OpenWorkspace,
  accepted: Cost,
  screen: Screen,
): Promise<Calibrated> {
  const { governor } = workspace;
  const { preview } = priceOfCalibration(workspace);
  if (isDearer(preview.cost, accepted))
    throw new AppFailure({ kind: 'conflict', reason: 'price-changed', preview });
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

/** Null where the figures do not fit these calls alone; another call of this app between them shows the same way. */
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
  const { receipt } = await paidCall<unknown>(workspace, async () => {
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
