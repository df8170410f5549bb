import { costSchema, type Cost } from '../../../shared/model/budget.ts';
import {
  PLAN_MAX,
  planItemSchema,
  planStepSchema,
  type PlanItem,
  type PlanRun,
  type PlanRunItem,
  type PlanStep,
} from '../../../shared/model/plan.ts';
import { z } from 'zod';
import { pricedCallSchema } from '../../../shared/model/query.ts';
import { companyNamesOf } from '../database/queries/cache/companies.ts';
import {
  beginPlanItem,
  endPlanItem,
  entryAfter,
  insertPlan,
  insertPlanItem,
  latestPlan,
  openPlans,
  plansUnderWay,
  planItems,
  prunePlans,
  putPlanState,
  type StoredPlan,
  type StoredPlanItem,
} from '../database/queries/ledger/day-plans.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { clipOrNull } from '../foundation/fold-diacritics.ts';
import { DAY_MS } from '../search-coverage/calendar-days.ts';
import { FREE } from '../quota/policy/costs.ts';
import { itemOf } from '../day-plan/propose-plan.ts';
import type { PlanCall } from '../day-plan/plan-inputs.ts';
import { isPlanned, type PlannedCall } from '../day-plan/planned-call.ts';
import { plus } from '../../../shared/add-costs.ts';

/* Approved plans, as stored in the ledger file. */

/** Maximum stored runs. */
const PLANS_KEPT = 30;

const whatSchema = z.strictObject({
  item: planItemSchema.omit({ companyName: true, searchName: true }),
  priced: pricedCallSchema,
});

/** One request of a run. */
export interface Step {
  readonly planId: number;
  readonly place: number;
  readonly by: PlanRun['by'];
  readonly step: PlanStep;
  readonly item: Omit<PlanItem, 'companyName' | 'searchName'>;
  readonly priced: PlannedCall;
}

export interface EndedRequest {
  readonly step: PlanStep;
  readonly spent?: Cost;
  readonly news?: number;
}

/** A run that has not ended. */
export interface OpenRun {
  readonly by: PlanRun['by'];
  readonly isPaused: boolean;
  readonly paused: PlanRun['paused'];
}

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: WriteDb;
}

/**
 * The runs of one workspace. Runs of the user and runs of rules are separate: each is paused, stopped and
 * charged on its own. Makes no requests.
 */
export interface Plans {
  /**
   * The displayed run: the user's oldest open run, otherwise a rule's, otherwise the last ended one; null
   * before the first.
   */
  run(): PlanRun | null;
  /** The user's runs first. */
  open(): readonly OpenRun[];
  /** Totals of the running runs: requests, those begun and their cost. */
  tally(): { readonly total: number; readonly begun: number; readonly spent: Cost };
  /** Keys of the requests of all open runs. */
  openKeys(): ReadonlySet<string>;
  /** Appends to the open run of the same owner while it has room, then starts another run. */
  start(calls: readonly PlanCall[], by: PlanRun['by'], atMs: number): void;
  /** The next request of a running run, the user's first; null if none is waiting. */
  next(): Step | null;
  begin(step: Step, call: string): void;
  end(step: Step, ended: EndedRequest, atMs: number): void;
  /** Applies to all open runs of one owner. */
  setState(by: PlanRun['by'], state: 'running' | 'paused', paused: PlanRun['paused']): void;
  /**
   * Ends the running runs without remaining requests.
   * @returns whether there was one
   */
  finish(): boolean;
  /** Drops the requests that have not begun. */
  stop(by: PlanRun['by'], atMs: number): void;
  /** The ledger's result of a request that was begun and has no receipt. */
  became(step: Step): EndedRequest;
  /** Applies the ledger's results after a crash. */
  recover(atMs: number): void;
}

export function createPlans(files: Files): Plans {
  const { ledger } = files;
  const open = (by?: PlanRun['by']): StoredPlan[] =>
    openPlans(ledger).filter((plan) => by === undefined || byOf(plan) === by);
  const end: Plans['end'] = ({ planId, place }, { step: became, spent, news }, atMs) => {
    // If its run was stopped in the meantime, no request is waiting any more.
    const isLost = became === 'waiting' && !open().some((plan) => plan.planId === planId);
    const step = isLost ? 'dropped' : became;
    endPlanItem(ledger, {
      planId,
      place,
      step,
      news: news ?? null,
      spent: spent === undefined ? null : JSON.stringify(spent),
      endedAtMs: step === 'waiting' ? null : Math.round(atMs),
    });
  };
  return {
    ...createReads(files, open),
    start: (calls, by, atMs) => startRun(ledger, calls, by, atMs),
    begin: ({ planId, place }, call) => beginPlanItem(ledger, { planId, place, call }),
    end,
    setState: (by, state, paused) => {
      for (const { planId } of open(by)) putPlanState(ledger, { planId, state, paused });
    },
    finish: () => {
      const done = open().filter(
        (plan) => plan.state === 'running' && !stepsOf(ledger, plan).some(({ step }) => isLeft(step)),
      );
      for (const { planId } of done) putPlanState(ledger, { planId, state: 'over', paused: null });
      return done.length > 0;
    },
    stop: (by, atMs) =>
      transaction(ledger, () => {
        for (const plan of open(by)) {
          for (const step of stepsOf(ledger, plan))
            if (step.step === 'waiting') end(step, { step: 'dropped' }, atMs);
          putPlanState(ledger, { planId: plan.planId, state: 'over', paused: null });
        }
      }),
    became: ({ planId, place }) => {
      const stored = planItems(ledger, planId).find((each) => each.place === place);
      return stored === undefined ? { step: 'waiting' } : becameOf(ledger, stored);
    },
    recover: (atMs) =>
      transaction(ledger, () => {
        for (const planId of plansUnderWay(ledger))
          for (const stored of planItems(ledger, planId))
            for (const step of stored.step === 'under-way' ? stepOf(stored, 'seller') : [])
              end(step, becameOf(ledger, stored), atMs);
      }),
  };
}

type Reads = 'run' | 'open' | 'tally' | 'openKeys' | 'next';
const createReads = (files: Files, open: () => StoredPlan[]): Pick<Plans, Reads> => ({
  run: () => {
    const [first, ...others] = open();
    const shownPlan = first ?? latestPlan(files.ledger);
    if (shownPlan === null) return null;
    const waiting = others.flatMap((plan) => stepsOf(files.ledger, plan)).filter(({ step }) => isLeft(step));
    return runOf(files, shownPlan, waiting.length);
  },
  open: () =>
    open().map((plan) => ({
      by: byOf(plan),
      isPaused: plan.state === 'paused',
      paused: pausedOf(plan),
    })),
  tally: () => {
    const going = open().filter(({ state }) => state === 'running');
    const items = going.flatMap(({ planId }) => planItems(files.ledger, planId));
    return {
      total: items.length,
      begun: items.filter(({ step }) => step !== 'waiting').length,
      spent: items.reduce((sum, { spent }) => plus(sum, costOf(spent) ?? FREE), FREE),
    };
  },
  openKeys: () =>
    new Set(open().flatMap(({ planId }) => planItems(files.ledger, planId).map(({ key }) => key))),
  next: () => {
    const going = open().filter(({ state }) => state === 'running');
    for (const plan of going) {
      const next = stepsOf(files.ledger, plan).find(({ step }) => step === 'waiting');
      if (next !== undefined) return next;
    }
    return null;
  },
});

const byOf = ({ byRule }: StoredPlan): PlanRun['by'] => (byRule ? 'rule' : 'seller');
const isLeft = (step: PlanStep): boolean => step === 'waiting' || step === 'under-way';
const stepsOf = (ledger: ReadDb, plan: StoredPlan): Step[] =>
  planItems(ledger, plan.planId).flatMap((stored) => stepOf(stored, byOf(plan)));

function startRun(ledger: WriteDb, calls: readonly PlanCall[], by: PlanRun['by'], atMs: number): void {
  transaction(ledger, () => {
    let planId = openPlans(ledger).findLast((plan) => byOf(plan) === by)?.planId ?? null;
    let place = planId === null ? 0 : planItems(ledger, planId).length;
    for (const call of calls) {
      if (planId === null || place >= PLAN_MAX) {
        planId = insertPlan(ledger, { byRule: by === 'rule' ? 1 : 0, approvedAtMs: Math.round(atMs) });
        place = 0;
      }
      const { companyName: _company, searchName: _search, ...item } = itemOf(call);
      const what = JSON.stringify({ item, priced: call.priced });
      insertPlanItem(ledger, { planId, place, key: call.key, companyId: call.companyId, what });
      place += 1;
    }
    // These rows count what rules used today.
    prunePlans(ledger, { kept: PLANS_KEPT, sinceMs: Math.round(atMs) - 2 * DAY_MS });
  });
}

/** A step of another version that this one cannot read: left in place, never executed. */
function stepOf({ planId, place, step, what }: StoredPlanItem, by: PlanRun['by']): Step[] {
  const { data } = whatSchema.safeParse(parsed(what));
  const known = planStepSchema.safeParse(step).data;
  return data === undefined || known === undefined || !isPlanned(data.priced)
    ? []
    : [{ planId, place, by, step: known, item: data.item, priced: data.priced }];
}

function becameOf(ledger: ReadDb, { call, afterEntry }: StoredPlanItem): EndedRequest {
  const entry = call === null || afterEntry === null ? null : entryAfter(ledger, { call, afterEntry });
  // Never reserved, or released free of charge: it can be retried.
  if (entry === null || entry.state === 'released') return { step: 'waiting' };
  return entry.state === 'spent'
    ? { step: 'done', spent: entry.costs }
    : { step: 'unknown', spent: entry.costs };
}

function runOf({ cache, yours, ledger }: Files, plan: StoredPlan, behind: number): PlanRun {
  const stored = planItems(ledger, plan.planId);
  const ids = stored.flatMap(({ companyId }) => (companyId === null ? [] : [companyId]));
  const names = companyNamesOf(cache, ids);
  const items = stored.flatMap((each): PlanRunItem[] =>
    stepOf(each, byOf(plan)).map(({ item, step }) => ({
      ...item,
      companyName: item.companyId === null ? null : clipOrNull(names.get(item.companyId) ?? null, 500),
      searchName:
        item.searchId === null ? null : (savedSearchById(yours, Number(item.searchId))?.name ?? null),
      step,
      spent: costOf(each.spent),
      news: each.news,
    })),
  );
  const { state } = plan;
  return {
    id: String(plan.planId),
    state: state === 'running' || state === 'paused' ? state : 'over',
    paused: pausedOf(plan),
    by: byOf(plan),
    approvedAtMs: plan.approvedAtMs,
    approved: items.reduce((sum, { cost }) => plus(sum, cost), FREE),
    spent: items.reduce((sum, { spent }) => (spent === null ? sum : plus(sum, spent)), FREE),
    items,
    behind,
  };
}

const pausedOf = ({ paused }: StoredPlan): PlanRun['paused'] =>
  paused === 'offline' || paused === 'key' || paused === 'storage' ? paused : null;

const costOf = (json: string | null): Cost | null =>
  json === null ? null : (costSchema.safeParse(parsed(json)).data ?? null);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
