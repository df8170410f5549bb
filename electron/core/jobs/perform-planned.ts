import type { Publish } from '../../../shared/contract/index.ts';
import { questionOf } from '../../../shared/list-query.ts';
import type { Cost, Lane } from '../../../shared/model/budget.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { putPlanFact } from '../database/queries/ledger/plan-times.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { noteCatchUpSent } from '../day-plan/caught-up.ts';
import { LAST_CATCH_UP } from '../day-plan/missed-days.ts';
import { findGap } from '../day-plan/find-gap.ts';
import { isStillNeeded } from '../day-plan/month-end/still-needed.ts';
import type { PlanParts } from '../day-plan/plan-inputs.ts';
import type { PlannedCall } from '../day-plan/planned-call.ts';
import { PLAN_SCREEN, type PlannedResult } from '../fetching/planned-request.ts';
import type { WorkUnderWay } from '../foundation/progress.ts';
import { isDearer } from '../quota/policy/costs.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { RemainingBudget } from '../service-api/governor-port.ts';
import { certainlyOurs } from '../user-data/ours/ours-marks.ts';
import { doneOrSnoozedMarks } from '../user-data/triage.ts';
import { chargedToList, dueCompanies, type Due } from '../watch/due-refreshes.ts';
import { readPlanned, type PlannedJob, type Plans } from './approved-plans.ts';
import type { JobPerformer, PreparedJob } from './job-runner.ts';
import type { EndReason } from './job-states.ts';
import type { JobEnd } from './job-store.ts';

interface PlanPerformerParts {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: WriteDb };
  readonly parts: PlanParts;
  readonly plans: Plans;
  /** Sends a request and stores its response. */
  readonly planned: (call: PlannedCall, context: CallContext) => Promise<PlannedResult>;
  readonly publish: Publish;
  /** Starts showing the progress of `total` requests. */
  readonly progress: (total: number) => WorkUnderWay;
  /** Returns whether the workspace was closed. */
  readonly isOver: () => boolean;
}

/** Creates the performer for jobs from approved plans and standing rules. */
export function createPlanPerformer(given: PlanPerformerParts): JobPerformer {
  const { plans, publish, progress } = given;
  const changed = (): void => {
    if (!given.isOver()) publish('plan', 'onChanged', {});
  };
  return {
    prepare: (stored) => {
      const job = readPlanned(stored);
      return job === null ? { state: 'cancelled' } : prepare(given, job);
    },
    isUnwanted: ({ companyId }) => companyId !== null && skipReasonOf(given, companyId) !== null,
    beforeNext: () => {
      if (plans.finish()) changed();
    },
    begun: changed,
    ended: changed,
    changed,
    showProgress: () => {
      const work = progress(plans.tally().total);
      // Reads the totals again each time, because the user may have paused this run or approved another one.
      // Skipped requests are never sent, so the progress does not count them.
      const show = (): void => {
        const { total, done, skipped, spent } = plans.tally();
        work.of(total - skipped);
        work.step(done - skipped, spent);
      };
      show();
      return { ended: show, end: () => work.end() };
    },
  };
}

/**
 * Checks a job before its request is sent. If the request now costs more or would exceed a budget, the job
 * fails. The job is not postponed to a later day, because the plan fixes the day of each request.
 */
function prepare(given: PlanPerformerParts, job: PlannedJob): PreparedJob | JobEnd {
  const { parts } = given;
  const { item, priced, within } = job;
  // The request is not sent after the reset, because it would use the next month's records.
  if (within !== null && parts.governor.serverNowMs() >= within.untilMs) return { state: 'cancelled' };
  const skipped = item.companyId === null ? null : skipReasonOf(given, item.companyId);
  if (skipped !== null) return { state: 'cancelled', reason: skipped };
  // The user may have fetched the same data by hand since approving the plan. The service would then charge
  // for the data a second time.
  if (within !== null && !isStillNeeded(parts, item, priced)) return { state: 'cancelled' };
  const governed = describeCall(priced, parts.hints);
  const cost = parts.governor.worst(governed);
  if (isDearer(cost, item.cost)) return { state: 'failed', reason: 'price' };
  if (!hasRoom(parts.governor.room(), item.lane, cost)) return { state: 'failed', reason: 'budget' };
  const due = dueOf(given, job);
  if (due?.allowed === false) return { state: 'failed', reason: 'budget' };
  const charged = due === null ? { reason: reasonOf(job) } : chargedToList(due.listId, due.listName);
  return {
    call: governed.canonical,
    isSeveral: false,
    send: (callOff) => send(given, job, { ...charged, callOff }),
  };
}

/**
 * Returns why a company's requests are skipped; null if they are sent. After approving the plan, the user may
 * have imported the company, marked it as done or snoozed it. Such a company is skipped even if it is on a
 * list, as in a new plan (`gather-requests.ts`).
 */
function skipReasonOf({ files, parts }: PlanPerformerParts, companyId: string): EndReason | null {
  if (certainlyOurs(files, [companyId]).size > 0) return 'ours';
  const mark = doneOrSnoozedMarks(files, [companyId], parts.governor.serverNowMs()).get(companyId);
  if (mark === undefined) return null;
  return mark.state === 'done' ? 'marked-done' : 'snoozed';
}

async function send(
  given: PlanPerformerParts,
  job: PlannedJob,
  context: Pick<CallContext, 'reason' | 'listId' | 'callOff'>,
): Promise<JobEnd> {
  const { item, priced } = job;
  const { lane, cost: accepted } = item;
  if (item.kind === 'catch-up')
    noteCatchUpSent(given.files.ledger, questionOf(priced), given.parts.governor.serverNowMs());
  const { receipt, news } = await given.planned(priced, {
    ...context,
    ...searchOf(given, job),
    screen: PLAN_SCREEN,
    lane,
    accepted,
    // The spending guard admitted the request when the user approved the plan or set the rule.
    isApproved: true,
  });
  if (item.kind === 'catch-up' && !given.isOver()) noteCaughtUp(given);
  return { state: 'done', spent: receipt.cost, ...(news === null ? {} : { news }) };
}

/**
 * Returns the id of the saved search for which a list request is made. Returns an empty object if there is no
 * saved search, or if the user deleted it after the approval.
 */
function searchOf(
  { files }: PlanPerformerParts,
  { item, priced }: PlannedJob,
): Pick<CallContext, 'searchId'> {
  if (item.searchId === null || (priced.endpoint !== 'fundings' && priced.endpoint !== 'companies'))
    return {};
  const stored = savedSearchById(files.yours, Number(item.searchId));
  return stored === null ? {} : { searchId: stored.searchId };
}

/** If no gap remains, records that the app has caught up to the current time. */
function noteCaughtUp({ parts, files }: PlanPerformerParts): void {
  if (findGap(parts) === null) putPlanFact(files.ledger, LAST_CATCH_UP, parts.governor.serverNowMs());
}

/**
 * Returns the watched list whose monthly cap applies to a refresh. Returns null if the request is not a
 * refresh, or if the company is no longer due on any watched list.
 */
function dueOf({ parts }: PlanPerformerParts, { item }: PlannedJob): Due | null {
  if (item.kind !== 'refresh') return null;
  const due = dueCompanies(parts.files, parts.governor.serverNowMs());
  return due.find(({ companyId }) => companyId === item.companyId) ?? null;
}

const reasonOf = ({ item, owner }: PlannedJob): string =>
  owner === 'rule' ? `Rule: ${item.kind}` : `Plan: ${item.kind}`;

/** Returns whether background requests may still spend this cost today. */
function hasRoom({ today, lanes }: RemainingBudget, lane: Lane, cost: Cost): boolean {
  return !isDearer(cost, today) && (lanes.get(lane)?.today ?? Infinity) >= cost.records;
}
