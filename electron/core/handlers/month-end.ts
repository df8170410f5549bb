import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { localDate } from '../../../shared/local-date.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { MonthKindName } from '../../../shared/model/planning/month-end.ts';
import { planFact, putPlanFact } from '../database/queries/ledger/plan-times.ts';
import { proposeMonth, type PlannedMonth } from '../day-plan/month-end/propose-month.ts';
import type { WorkspaceJobs } from '../jobs/workspace-jobs.ts';
import { isDearer } from '../quota/policy/costs.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Name of the plan fact that stores the time at which the user hid the plan from Today. */
const HIDDEN = 'month-end-hidden';

type MonthEndHandlers = Pick<Handlers['plan'], 'monthEnd' | 'approveMonth' | 'hideMonthEnd'>;

/** Handles the plan for the rest of the month. Only an approved plan spends records. */
export function createMonthEnd(
  workspaces: Workspaces,
  publish: Publish,
  jobs: () => WorkspaceJobs,
): MonthEndHandlers {
  const isHidden = (): boolean => {
    const { clock, files, governor } = workspaces.current();
    const hiddenAtMs = planFact(files.ledger, HIDDEN);
    if (hiddenAtMs === null) return false;
    const offMs = clock.nowMs() - governor.serverNowMs();
    return localDate(hiddenAtMs + offMs) === localDate(clock.nowMs());
  };
  const propose = (without: readonly MonthKindName[]): PlannedMonth | null => {
    const { parts, plan } = jobs();
    return proposeMonth(parts, {
      ownMs: workspaces.current().clock.nowMs(),
      except: plan.openKeys(),
      approved: plan.approved(),
      without,
      isHidden: isHidden(),
    });
  };
  /**
   * Proposes the plan again and returns its requests. Throws `price-changed` if the new plan has a different
   * id or costs more than accepted.
   */
  const atPrice = (id: string, without: readonly MonthKindName[], accepted: Cost) => {
    const planned = propose(without);
    const preview = planned?.view.preview ?? null;
    if (planned?.view.id !== id || preview === null || isDearer(preview.cost, accepted))
      throw new AppFailure({ kind: 'price-changed', preview });
    const { calls, untilMs } = planned;
    return { preview, calls: calls.map(({ call, fromMs }) => ({ ...call, within: { fromMs, untilMs } })) };
  };
  return {
    monthEnd: ({ without }) => ({
      monthEnd: propose(without)?.view ?? null,
      run: jobs().plan.run(),
      lastApprovedAtMs: jobs().plan.lastApprovedAtMs(),
    }),
    approveMonth: async ({ id, without, accepted }) => {
      const { spending } = workspaces.current();
      const { preview } = atPrice(id, without, accepted);
      const admission = await spending.admit(preview.cost.records);
      try {
        // Computes the plan again, because it may have changed while the confirmation was open.
        const { calls } = atPrice(id, without, accepted);
        jobs().plan.start(calls, 'seller');
      } catch (error) {
        admission.settle(0);
        throw error;
      }
      return { run: jobs().plan.run() };
    },
    hideMonthEnd: () => {
      const { files, governor } = workspaces.current();
      putPlanFact(files.ledger, HIDDEN, governor.serverNowMs());
      publish('plan', 'onChanged', {});
      return {};
    },
  };
}
