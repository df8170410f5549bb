import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import { createCountMatches } from '../contacts/match-counts.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { caughtUpCompanies } from '../day-plan/caught-up.ts';
import { closingAndHandled } from '../day-plan/closing-windows.ts';
import { companyMatches } from '../day-plan/company-matches.ts';
import { findGap, findUncovered, gapView } from '../day-plan/find-gap.ts';
import type { WorkspaceJobs } from '../jobs/workspace-jobs.ts';
import { catchUp } from '../fetching/catch-up.ts';
import { pricePlan, proposePlan, type PlanWithRequests } from '../day-plan/propose-plan.ts';
import { automaticRecordsAMonth, readRules, setRules } from '../day-plan/plan-rules.ts';
import { readBuyerRoles } from '../market/buyer-roles.ts';
import { isDearer } from '../quota/policy/costs.ts';
import { withOurs } from '../user-data/ours/ours-marks.ts';
import { newestNews, triageMarksOf } from '../user-data/triage.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeUserData, undoReply } from './change-user-data.ts';
import { createMonthEnd } from './month-end.ts';

type Plan = Handlers['plan'];

interface PlanHandlerParts {
  readonly publish: Publish;
  readonly release: Pick<ReleaseRateLimit, 'releaseMatch'>;
  readonly jobs: () => WorkspaceJobs;
}

export function createPlanHandlers(
  workspaces: Workspaces,
  { publish, release, jobs }: PlanHandlerParts,
): Plan {
  const change = createChangeUserData(workspaces, publish);
  return {
    ...createRuns(workspaces, jobs),
    ...createMonthEnd(workspaces, publish, jobs),
    ...createGap(workspaces, jobs),
    rules: () => readRules(workspaces.current().files.yours),
    setRules: async ({ rules }) => {
      const { governor, files, spending } = workspaces.current();
      await spending.requireRaise('rules', {
        from: automaticRecordsAMonth(readRules(files.yours)),
        to: automaticRecordsAMonth(rules),
      });
      return undoReply(
        change('plan-rules-set', ({ files, journal }) =>
          setRules(files.yours, journal, rules, governor.stampMs()),
        ),
      );
    },
    caughtUp: (page) => {
      const { files, governor } = workspaces.current();
      const { rows, total, news } = caughtUpCompanies(jobs().parts, page);
      const companyIds = rows.map(({ companyId }) => companyId);
      return { rows, total, news, marks: triageMarksOf(files.yours, companyIds, governor.serverNowMs()) };
    },
    matches: ({ companyIds }) => {
      const { files, vault } = workspaces.current();
      const roles = readBuyerRoles(files.yours);
      if (roles === null) return { matches: [] };
      // Uses a counter of its own. Each counter caches only its last call, so a shared counter would lose the
      // plan's cached counts.
      const count = createCountMatches(files.cache, () => vault.seal());
      const matches = companyMatches(files.cache, count, roles, companyIds);
      return {
        matches: matches.filter((each) => each.matches === null || release.releaseMatch(each.companyId)),
      };
    },
    closing: (page) => {
      const { clock, files, governor } = workspaces.current();
      const nowMs = governor.serverNowMs();
      const { closing, handled, contacted } = closingAndHandled(files, {
        serverMs: nowMs,
        ownMs: clock.nowMs(),
      });
      const shown = closing.slice(page.offset, page.offset + page.limit);
      const rows = withOurs(
        files,
        shown.map(({ row }) => row),
      );
      const fetched = shown.flatMap((each) => each.fetched ?? []);
      const companyIds = rows.map(({ companyId }) => companyId);
      const marks = triageMarksOf(files.yours, companyIds, nowMs);
      const marked = marks.map(({ companyId }) => companyId);
      const news = [...newestNews(files, marked)].map(([companyId, atMs]) => ({ companyId, atMs }));
      return { rows, total: closing.length, fetched, marks, news, handled, contacted: [...contacted] };
    },
  };
}

function createRuns(
  workspaces: Workspaces,
  jobs: () => WorkspaceJobs,
): Pick<Plan, 'today' | 'run' | 'runItems' | 'price' | 'approve' | 'pause' | 'resume' | 'stop'> {
  const runReply = () => ({ run: jobs().plan.run() });
  /** Proposes today's plan, excluding requests that are already in an open run. */
  const propose = (): PlanWithRequests => {
    const { parts, plan } = jobs();
    return proposePlan(parts, { except: plan.openKeys() });
  };
  const priced = (keys: readonly string[]) => {
    const calls = propose().calls.filter(({ key }) => keys.includes(key));
    return { calls, preview: pricePlan(jobs().parts, calls) };
  };
  const atPrice = (keys: readonly string[], accepted: Cost) => {
    const { calls, preview } = priced(keys);
    if (preview === null || calls.length < keys.length || isDearer(preview.cost, accepted))
      throw new AppFailure({ kind: 'price-changed', preview });
    return { calls, preview };
  };
  return {
    today: () => ({ proposal: propose().proposal, ...runReply() }),
    run: runReply,
    runItems: (page) => {
      const { items, total } = jobs().plan.runItems(page);
      return { items: [...items], total };
    },
    price: ({ keys }) => ({ preview: priced(keys).preview }),
    approve: async ({ keys, accepted }) => {
      const { spending } = workspaces.current();
      const { preview } = atPrice(keys, accepted);
      const admission = await spending.admit(preview.cost.records);
      try {
        // The proposal may have changed while the confirmation was open.
        const { calls } = atPrice(keys, accepted);
        jobs().plan.start(calls, 'seller');
      } catch (error) {
        admission.settle(0);
        throw error;
      }
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

function createGap(workspaces: Workspaces, jobs: () => WorkspaceJobs): Pick<Plan, 'gap' | 'catchUp'> {
  return {
    gap: () => {
      const { parts } = jobs();
      const gap = findGap(parts);
      return { gap: gap === null ? null : gapView(parts, gap), uncovered: findUncovered(parts) };
    },
    catchUp: (price) => catchUp(workspaces.current(), price),
  };
}
