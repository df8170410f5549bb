import { callOf } from '../../../shared/list-question.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { describeCall } from '../api/endpoints.ts';
import { putPlanFact } from '../db/queries/plan.ts';
import { closingSoon } from '../plan/closing.ts';
import { findGap, gapView, HEARD } from '../plan/gap.ts';
import type { PlanKeeper } from '../plan/keeper.ts';
import type { PlanKeeping } from '../plan/keeping.ts';
import { makeCall } from '../plan/make-call.ts';
import { pricePlan, proposePlan, type Proposed } from '../plan/propose.ts';
import { readRules, setRules } from '../plan/rules.ts';
import { isDearer } from '../quota/costs.ts';
import { triageMarksTold } from '../words/triage.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand } from './priced-call.ts';
import { createChangeWords, undoOf } from './words-change.ts';

type Plan = Handlers['plan'];

export function createPlanService(workspaces: Workspaces, publish: Publish, keeping: PlanKeeping): Plan {
  const change = createChangeWords(workspaces, publish);
  const keeper = keeping.current;
  return {
    ...createRuns(keeper),
    ...createGap(workspaces, publish, keeper),
    rules: () => readRules(workspaces.current().files.yours),
    setRules: ({ rules }) => {
      const { governor } = workspaces.current();
      return undoOf(
        change('plan-rules-set', ({ files, journal }) =>
          setRules(files.yours, journal, rules, governor.stampMs()),
        ),
      );
    },
    closing: (page) => {
      const { files, governor } = workspaces.current();
      const nowMs = governor.serverNowMs();
      const { rows, total } = closingSoon(files, nowMs, page);
      const companyIds = rows.map(({ companyId }) => companyId);
      return { rows, total, marks: triageMarksTold(files.yours, companyIds, nowMs) };
    },
  };
}

function createRuns(
  keeper: () => PlanKeeper,
): Pick<Plan, 'today' | 'price' | 'approve' | 'pause' | 'resume' | 'stop'> {
  const told = () => ({ run: keeper().plans.run() });
  /** What a run holds already is not proposed again. */
  const propose = (): Proposed => {
    const { parts, plans } = keeper();
    return proposePlan(parts, { except: plans.openKeys() });
  };
  const priced = (keys: readonly string[]) => {
    const calls = propose().calls.filter(({ key }) => keys.includes(key));
    return { calls, preview: pricePlan(keeper().parts, calls) };
  };
  return {
    today: () => ({ proposal: propose().proposal, ...told() }),
    price: ({ keys }) => ({ preview: priced(keys).preview }),
    approve: ({ keys, accepted }) => {
      const { runner } = keeper();
      const { calls, preview } = priced(keys);
      if (preview === null || calls.length < keys.length || isDearer(preview.cost, accepted))
        throw new AppFailure({ kind: 'conflict', reason: 'price-changed', preview });
      runner.start(calls, 'seller');
      return told();
    },
    pause: () => {
      keeper().runner.pause();
      return told();
    },
    resume: () => {
      keeper().runner.resume();
      return told();
    },
    stop: () => {
      keeper().runner.stop();
      return told();
    },
  };
}

function createGap(
  workspaces: Workspaces,
  publish: Publish,
  keeper: () => PlanKeeper,
): Pick<Plan, 'gap' | 'catchUp'> {
  return {
    gap: () => {
      const { parts } = keeper();
      const gap = findGap(parts);
      return { gap: gap === null ? null : gapView(parts, gap) };
    },
    catchUp: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { parts } = keeper();
      const gap = findGap(parts);
      if (gap === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
      const { preview } = gapView(parts, gap);
      if (isDearer(preview.cost, accepted))
        throw new AppFailure({ kind: 'conflict', reason: 'price-changed', preview });
      try {
        const caught = await askPages(workspace, publish, gap.pages, screen);
        if (findGap(parts) === null) putPlanFact(workspace.files.ledger, HEARD, parts.governor.serverNowMs());
        return caught;
      } finally {
        publish('plan', 'onChanged', {});
      }
    },
  };
}

/** Page after page. What was charged is told with its receipts, also where a later page fails. @throws AppFailure from the first */
async function askPages(
  workspace: OpenWorkspace,
  publish: Publish,
  pages: readonly ListQuery[],
  screen: Screen,
): Promise<Awaited<ReturnType<Plan['catchUp']>>> {
  let news = 0;
  const receipts: Receipt[] = [];
  try {
    for (const page of pages) {
      const { worst } = describeCall(callOf(page), workspace.hints);
      const context = byHand(worst, screen, 'You, to catch up');
      const made = await makeCall(workspace, publish, callOf(page), context);
      news += made.news ?? 0;
      receipts.push(made.receipt);
    }
  } catch (error) {
    if (receipts.length === 0 || !(error instanceof AppFailure)) throw error;
    return { news, receipts, stopped: error.appError };
  }
  return { news, receipts, stopped: null };
}
