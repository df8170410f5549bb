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
import { companyNamesOf } from '../db/queries/companies.ts';
import {
  beginPlanItem,
  endPlanItem,
  entryAfter,
  insertPlan,
  insertPlanItem,
  newestPlan,
  planItems,
  prunePlans,
  putPlanState,
  type StoredPlan,
  type StoredPlanItem,
} from '../db/queries/plan.ts';
import { savedSearchById } from '../db/queries/saved-searches.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { clipOrNull } from '../library/fold.ts';
import { DAY_MS } from '../planner/days.ts';
import { FREE, plus } from '../quota/costs.ts';
import { itemOf } from './propose.ts';
import { isPlanned, type PlanCall, type PlannedCall } from './subjects.ts';

/* Approved plans, as they stand in the ledger's file. */

/** Runs that can still be looked at. */
const PLANS_KEPT = 30;

const whatSchema = z.strictObject({
  item: planItemSchema.omit({ companyName: true, searchName: true }),
  priced: pricedCallSchema,
});

/** One call of a run. */
export interface Step {
  readonly planId: number;
  readonly place: number;
  readonly step: PlanStep;
  readonly item: Omit<PlanItem, 'companyName' | 'searchName'>;
  readonly priced: PlannedCall;
}

export interface Ended {
  readonly step: PlanStep;
  readonly spent?: Cost;
  readonly news?: number;
}

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: WriteDb;
}

/** The runs of one workspace. Nothing here asks the service. */
export interface Plans {
  /** The newest run; null before the first. */
  run(): PlanRun | null;
  /** A run of its own, or more of the one that is not over yet. */
  start(calls: readonly PlanCall[], by: PlanRun['by'], atMs: number): void;
  /** The call that is next; null where none waits. */
  next(): Step | null;
  begin(step: Step, call: string): void;
  end(step: Step, ended: Ended, atMs: number): void;
  setState(state: PlanRun['state'], paused: PlanRun['paused']): void;
  /** Whatever has not begun is dropped. */
  stop(atMs: number): void;
  /** What the ledger tells of a call that was begun and brought no receipt. */
  became(step: Step): Ended;
  /** The same after a crash. */
  recover(atMs: number): void;
}

export function createPlans(files: Files): Plans {
  const { ledger } = files;
  const newest = (): StoredPlan | null => newestPlan(ledger);
  const steps = (): Step[] => {
    const plan = newest();
    return plan === null ? [] : planItems(ledger, plan.planId).flatMap(stepOf);
  };
  const end: Plans['end'] = ({ planId, place }, { step, spent, news }, atMs) =>
    endPlanItem(ledger, {
      ...{ planId, place, step, news: news ?? null },
      spent: spent === undefined ? null : JSON.stringify(spent),
      endedAtMs: step === 'waiting' ? null : Math.round(atMs),
    });
  const setState: Plans['setState'] = (state, paused) => {
    const plan = newest();
    if (plan !== null) putPlanState(ledger, { planId: plan.planId, state, paused });
  };
  return {
    run: () => {
      const plan = newest();
      return plan === null ? null : runOf(files, plan);
    },
    start: (calls, by, atMs) => startRun(ledger, calls, by, atMs),
    next: () => steps().find(({ step }) => step === 'waiting') ?? null,
    begin: ({ planId, place }, call) => beginPlanItem(ledger, { planId, place, call }),
    end,
    setState,
    stop: (atMs) =>
      transaction(ledger, () => {
        for (const step of steps()) if (step.step === 'waiting') end(step, { step: 'dropped' }, atMs);
        setState('over', null);
      }),
    became: ({ planId, place }) => {
      const stored = planItems(ledger, planId).find((each) => each.place === place);
      return stored === undefined ? { step: 'waiting' } : becameOf(ledger, stored);
    },
    recover: (atMs) =>
      transaction(ledger, () => {
        const plan = newest();
        if (plan === null) return;
        for (const stored of planItems(ledger, plan.planId))
          for (const step of stored.step === 'under-way' ? stepOf(stored) : [])
            end(step, becameOf(ledger, stored), atMs);
      }),
  };
}

function startRun(ledger: WriteDb, calls: readonly PlanCall[], by: PlanRun['by'], atMs: number): void {
  transaction(ledger, () => {
    const open = newestPlan(ledger);
    const isOpen = open !== null && open.state !== 'over';
    const planId = isOpen
      ? open.planId
      : insertPlan(ledger, { byRule: by === 'rule' ? 1 : 0, approvedAtMs: Math.round(atMs) });
    const places = planItems(ledger, planId).length;
    calls.slice(0, PLAN_MAX - places).forEach((call, index) => {
      const { companyName: _company, searchName: _search, ...item } = itemOf(call);
      const what = JSON.stringify({ item, priced: call.priced });
      const place = places + index;
      insertPlanItem(ledger, { planId, place, key: call.key, companyId: call.companyId, what });
    });
    // What rules took today is counted by these rows.
    prunePlans(ledger, { kept: PLANS_KEPT, sinceMs: Math.round(atMs) - 2 * DAY_MS });
  });
}

/** Written by another version and not understood by this one: left as it stands, never made. */
function stepOf({ planId, place, step, what }: StoredPlanItem): Step[] {
  const { data } = whatSchema.safeParse(parsed(what));
  const known = planStepSchema.safeParse(step).data;
  return data === undefined || known === undefined || !isPlanned(data.priced)
    ? []
    : [{ planId, place, step: known, item: data.item, priced: data.priced }];
}

function becameOf(ledger: ReadDb, { call, afterEntry }: StoredPlanItem): Ended {
  const entry = call === null || afterEntry === null ? null : entryAfter(ledger, { call, afterEntry });
  // Never reserved, or released free of charge: it can be made again.
  if (entry === null || entry.state === 'released') return { step: 'waiting' };
  return entry.state === 'spent'
    ? { step: 'done', spent: entry.costs }
    : { step: 'unknown', spent: entry.costs };
}

function runOf({ cache, yours, ledger }: Files, plan: StoredPlan): PlanRun {
  const stored = planItems(ledger, plan.planId);
  const ids = stored.flatMap(({ companyId }) => (companyId === null ? [] : [companyId]));
  const names = companyNamesOf(cache, ids);
  const items = stored.flatMap((each): PlanRunItem[] =>
    stepOf(each).map(({ item, step }) => ({
      ...item,
      companyName: item.companyId === null ? null : clipOrNull(names.get(item.companyId) ?? null, 500),
      searchName:
        item.searchId === null ? null : (savedSearchById(yours, Number(item.searchId))?.name ?? null),
      step,
      spent: each.spent === null ? null : (costSchema.safeParse(parsed(each.spent)).data ?? null),
      news: each.news,
    })),
  );
  const { state, paused } = plan;
  return {
    id: String(plan.planId),
    state: state === 'running' || state === 'paused' ? state : 'over',
    paused: paused === 'offline' || paused === 'key' || paused === 'storage' ? paused : null,
    by: plan.byRule ? 'rule' : 'seller',
    approvedAtMs: plan.approvedAtMs,
    approved: items.reduce((sum, { cost }) => plus(sum, cost), FREE),
    spent: items.reduce((sum, { spent }) => (spent === null ? sum : plus(sum, spent)), FREE),
    items,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
