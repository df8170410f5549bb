import { callOf } from '../../../shared/list-query.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { putPlanFact } from '../database/queries/ledger/day-plans.ts';
import { closingSoon } from '../day-plan/closing-windows.ts';
import { findGap, gapView, HEARD } from '../day-plan/gap.ts';
import type { WorkspaceJobs } from '../jobs/workspace-jobs.ts';
import { runPlannedRequest } from '../fetching/planned-request.ts';
import { pricePlan, proposePlan, type PlanWithRequests } from '../day-plan/propose-plan.ts';
import { readRules, setRules } from '../day-plan/plan-rules.ts';
import { isDearer } from '../quota/policy/costs.ts';
import { triageMarksOf } from '../user-data/triage.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand } from '../fetching/priced-request.ts';
import { createChangeUserData, undoReply } from './change-user-data.ts';

type Plan = Handlers['plan'];

export function createPlanService(workspaces: Workspaces, publish: Publish, jobs: () => WorkspaceJobs): Plan {
  const change = createChangeUserData(workspaces, publish);
  return {
    ...createRuns(jobs),
    ...createGap(workspaces, publish, jobs),
    rules: () => readRules(workspaces.current().files.yours),
    setRules: ({ rules }) => {
      const { governor } = workspaces.current();
      return undoReply(
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
      return { rows, total, marks: triageMarksOf(files.yours, companyIds, nowMs) };
    },
  };
}

function createRuns(
  jobs: () => WorkspaceJobs,
): Pick<Plan, 'today' | 'price' | 'approve' | 'pause' | 'resume' | 'stop'> {
  const runReply = () => ({ run: jobs().plan.run() });
  /** Requests of a current run are not proposed again. */
  const propose = (): PlanWithRequests => {
    const { parts, plan } = jobs();
    return proposePlan(parts, { except: plan.openKeys() });
  };
  const priced = (keys: readonly string[]) => {
    const calls = propose().calls.filter(({ key }) => keys.includes(key));
    return { calls, preview: pricePlan(jobs().parts, calls) };
  };
  return {
    today: () => ({ proposal: propose().proposal, ...runReply() }),
    price: ({ keys }) => ({ preview: priced(keys).preview }),
    approve: ({ keys, accepted }) => {
      const { plan } = jobs();
      const { calls, preview } = priced(keys);
      if (preview === null || calls.length < keys.length || isDearer(preview.cost, accepted))
        throw new AppFailure({ kind: 'conflict', reason: 'price-changed', preview });
      plan.start(calls, 'seller');
      return runReply();
    },
    pause: () => {
      jobs().plan.pause();
      return runReply();
    },
    resume: () => {
      jobs().plan.resume();
      return runReply();
    },
    stop: () => {
      jobs().plan.stop();
      return runReply();
    },
  };
}

function createGap(
  workspaces: Workspaces,
  publish: Publish,
  jobs: () => WorkspaceJobs,
): Pick<Plan, 'gap' | 'catchUp'> {
  return {
    gap: () => {
      const { parts } = jobs();
      const gap = findGap(parts);
      return { gap: gap === null ? null : gapView(parts, gap) };
    },
    catchUp: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { parts } = jobs();
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

/**
 * Fetches page after page. If a later page fails, the receipts of the earlier ones are returned.
 * @throws AppFailure if the first page fails
 */
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
      const made = await runPlannedRequest(workspace, publish, callOf(page), context);
      news += made.news ?? 0;
      receipts.push(made.receipt);
    }
  } catch (error) {
    if (receipts.length === 0 || !(error instanceof AppFailure)) throw error;
    return { news, receipts, stopped: error.appError };
  }
  return { news, receipts, stopped: null };
}
