import { FREE, plus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type {
  AccountCheck,
  CheckedCost,
  CheckedRequest,
} from '../../../shared/model/account/account-check.ts';
import type { Cost, Preview, Screen } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { newestCompanyId } from '../database/queries/cache/companies.ts';
import type { ReadDb } from '../database/sql.ts';
import { storeRowsAlone } from '../library/store-responses.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import type { StatsBudget, StatsReading } from '../service-api/decoders/decoded-types.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { Governor } from '../service-api/governor-port.ts';
import type { DriftRecorder, ObservedResponse } from '../workspace/drift-recorder.ts';
import { oneRow } from './calibrate.ts';
import { fetchStats, type StatsParts } from './fetch-stats.ts';
import { byHand, requireAccepted, runPricedRequest } from './priced-request.ts';

interface PriceParts {
  readonly files: { readonly cache: ReadDb };
  readonly governor: Pick<Governor, 'serverNowMs' | 'preview' | 'previewAll'>;
  readonly hints: PriceHints;
}

interface AccountCheckParts extends StatsParts, PriceParts {
  readonly files: StatsParts['files'];
  readonly governor: StatsParts['governor'] & PriceParts['governor'];
  readonly watch: Pick<DriftRecorder, 'observe'>;
}

type CheckCall = Extract<
  PricedCall,
  { readonly endpoint: 'stats' | 'filters' | 'fundings' | 'company' | 'health' }
>;

/**
 * Returns the five requests of a check. The first and the last are `/stats`, and the difference between their
 * responses shows what the requests cost. If the library contains no company, `/health` replaces the request
 * for a company's profile.
 */
function callsOf({ files, governor }: PriceParts): readonly CheckCall[] {
  const companyId = newestCompanyId(files.cache);
  return [
    { endpoint: 'stats' },
    { endpoint: 'filters' },
    { endpoint: 'fundings', query: oneRow(governor.serverNowMs()) },
    companyId === null ? { endpoint: 'health' } : { endpoint: 'company', companyId },
    { endpoint: 'stats' },
  ];
}

export function priceOfAccountCheck(parts: PriceParts): { preview: Preview; requests: number } {
  const calls = callsOf(parts).map((call) => describeCall(call, parts.hints));
  return { preview: parts.governor.previewAll(calls), requests: calls.length };
}

interface Run {
  readonly requests: CheckedRequest[];
  readonly readings: StatsReading[];
  /** Number of rows that the list request returned. */
  rows: number;
  spent: Cost;
}

/**
 * Makes the requests of a check one after another and compares each response with the specification. If the
 * service refuses a request, the result of the check states this, and the check continues. Any other error
 * ends the check.
 * @throws AppFailure `price-changed`, or the error of the first request
 */
export async function checkAccount(
  parts: AccountCheckParts,
  accepted: Cost,
  screen: Screen,
): Promise<AccountCheck> {
  const { governor, hints } = parts;
  const calls = callsOf(parts);
  requireAccepted(governor.previewAll(calls.map((call) => describeCall(call, hints))), accepted);
  const priced = calls.map((call) => ({ call, cost: governor.preview(describeCall(call, hints)).cost }));
  const keyTurn = governor.keyTurn();
  const run: Run = { requests: [], readings: [], rows: 0, spent: FREE };
  for (const { call, cost } of priced) {
    const isOver = run.requests.some(({ result }) => result === 'stopped') || governor.keyTurn() !== keyTurn;
    run.requests.push(
      isOver
        ? resultOf(call, 'not-sent')
        : await check(parts, call, byHand(cost, screen, 'Account check'), run),
    );
  }
  return {
    atMs: governor.serverNowMs(),
    requests: run.requests,
    costs: costsOf(run),
    spent: run.spent,
  };
}

const resultOf = (
  { endpoint }: CheckCall,
  result: CheckedRequest['result'],
  found: Partial<CheckedRequest> = {},
): CheckedRequest => ({ endpoint, result, status: null, differences: [], headers: [], ...found });

async function check(
  parts: AccountCheckParts,
  call: CheckCall,
  context: CallContext,
  run: Run,
): Promise<CheckedRequest> {
  let seen: ObservedResponse | null = null;
  const stop = parts.watch.observe((response) => {
    if (response.endpoint === call.endpoint) seen = response;
  });
  const observed = (): Partial<CheckedRequest> =>
    seen === null ? {} : { differences: [...seen.notes], headers: [...seen.headers] };
  try {
    run.spent = plus(run.spent, await send(parts, call, context, run));
    return resultOf(call, 'ok', observed());
  } catch (error) {
    if (!(error instanceof AppFailure) || run.requests.length === 0) throw error;
    const { appError } = error;
    if (appError.kind === 'network' && appError.counted === true)
      run.spent = plus(run.spent, context.accepted);
    if (appError.kind === 'not-found') return resultOf(call, 'not-found', { status: 404 });
    if (appError.kind === 'upstream') return resultOf(call, 'failed', { status: appError.status });
    return resultOf(call, 'stopped', observed());
  } finally {
    stop();
  }
}

async function send(
  parts: AccountCheckParts,
  call: CheckCall,
  context: CallContext,
  run: Run,
): Promise<Cost> {
  if (call.endpoint === 'stats') {
    const { value, receipt } = await fetchStats(parts, context);
    run.readings.push(value);
    return receipt.cost;
  }
  if (call.endpoint !== 'fundings') return (await runPricedRequest(parts, call, context)).receipt.cost;
  const { value, receipt } = await runPricedRequest(parts, call, context, {
    store: (page, fetchedAtMs) =>
      storeRowsAlone(parts.files.cache, page, fetchedAtMs, 'fundings', parts.vault.seal()),
  });
  run.rows = value.rows.length + value.setAside;
  return receipt.cost;
}

type Budgets = StatsReading['budgets'];

/**
 * Compares the documented costs with the actual costs, which are the difference between the two `/stats`
 * responses. The documented costs are ranges. The specification leaves open what `/stats`, `/filters`,
 * `/health`, repeated views and first pages cost, and which records count towards `monthly_export` (spec §8).
 */
function costsOf({ requests, readings, rows }: Run): CheckedCost[] {
  const [before, after] = readings;
  if (before === undefined || after === undefined) return [];
  const isDone = (endpoint: CheckCall['endpoint']): number =>
    requests.some((each) => each.endpoint === endpoint && each.result === 'ok') ? 1 : 0;
  const counted = (of: (budgets: Budgets) => StatsBudget | null): number | null => {
    const [from, to] = [of(before.budgets)?.used ?? null, of(after.budgets)?.used ?? null];
    return from === null || to === null || to < from ? null : to - from;
  };
  const made = requests.filter(({ result }) => result === 'ok').length - 1;
  const records = isDone('filters') + isDone('fundings') * rows + isDone('company') + 1;
  const ofCompany = isDone('company');
  return [
    { unit: 'requests', counted: counted(({ monthly }) => monthly), least: isDone('fundings'), most: made },
    { unit: 'records', counted: counted(({ monthlyExport }) => monthlyExport), least: 0, most: records },
    {
      unit: 'page-turns',
      counted: counted(({ monthlyPagination }) => monthlyPagination),
      least: 0,
      most: isDone('fundings'),
    },
    {
      unit: 'companies',
      counted: counted(({ dailyCompanyDetail }) => dailyCompanyDetail),
      least: 0,
      most: ofCompany,
    },
  ];
}
