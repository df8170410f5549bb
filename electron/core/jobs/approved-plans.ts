import { z } from 'zod';
import { FREE, plus } from '../../../shared/add-costs.ts';
import { costSchema, timeMsSchema, type Cost } from '../../../shared/model/budget.ts';
import {
  PLAN_MAX,
  planItemSchema,
  type PlanItem,
  type PlanRun,
  type PlanRunItem,
} from '../../../shared/model/plan.ts';
import { isSkipped } from '../../../shared/model/planning/skipped-steps.ts';
import { pricedCallSchema } from '../../../shared/model/query.ts';
import { companyNamesOf } from '../database/queries/cache/companies.ts';
import { countContacts } from '../database/queries/cache/contacts.ts';
import {
  endGroup,
  groupById,
  groupJobs,
  groupsOfApproval,
  insertApprovedJob,
  insertGroup,
  lastApprovalOf,
  latestGroup,
  openGroups,
  pauseGroup,
  pruneGroups,
  type StoredJob,
  type StoredJobGroup,
} from '../database/queries/ledger/jobs.ts';
import { serviceErrorAfter } from '../database/queries/ledger/service-errors.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { ApprovedRequest } from '../day-plan/month-end/month-view.ts';
import type { PlanCall } from '../day-plan/plan-inputs.ts';
import { itemOf } from '../day-plan/propose-plan.ts';
import { isPlanned, type PlannedCall } from '../day-plan/planned-call.ts';
import { PLAN_SCREEN } from '../fetching/planned-request.ts';
import { clipOrNull } from '../foundation/clip-text.ts';
import { isWait, JOB_STATES, shownAs, type WaitReason } from './job-states.ts';
import { cancelJob, parsedJson, positionOf, endWaits, stateOf } from './job-store.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/*
 * A run consists of jobs that were approved together or started by rules. The jobs are stored in groups of at
 * most `PLAN_MAX`; all groups of a run have the same owner and time of approval. This file starts, pauses,
 * stops and shows runs.
 */

/** Number of ended runs that `prune` keeps, in addition to those that ended recently. */
const MAX_PLANS = 30;

/**
 * Time range, in ms of server time, in which a request of a multi-day plan may be sent. It lasts from the
 * start of the request's day until the reset, because a later request would use the next month's records.
 */
const withinSchema = z.strictObject({ fromMs: timeMsSchema, untilMs: timeMsSchema });
type SendWithin = z.infer<typeof withinSchema>;

const requestSchema = z.strictObject({
  item: planItemSchema.omit({ companyName: true, searchName: true, cost: true, expected: true }),
  priced: pricedCallSchema,
  within: withinSchema.optional(),
});

type Owner = PlanRun['by'];

export interface PlannedJob {
  readonly owner: Owner;
  readonly item: Omit<PlanItem, 'companyName' | 'searchName'>;
  readonly priced: PlannedCall;
  /** Null if the request may be sent at any time. */
  readonly within: SendWithin | null;
}

interface OpenRun {
  readonly by: Owner;
  readonly isPaused: boolean;
  readonly paused: PlanRun['paused'];
  /**
   * Earliest server time at which an open request of the run may be sent; 0 if an open request has no
   * earliest time.
   */
  readonly startsAtMs: number;
}

/** A planned request to start. `within` is set if the plan covers several days. */
export type StartedCall = PlanCall & { readonly within?: SendWithin };

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: WriteDb;
}

/**
 * The runs of one workspace. Runs that the user approved and runs that rules started are paused, stopped and
 * charged separately. No method sends requests.
 */
export interface Plans {
  /**
   * Returns the run to show, in this order of preference: the user's oldest open run, an open run started by
   * rules, or the run that ended most recently. Null if there has been no run.
   */
  run(): PlanRun | null;
  /** Returns one page of the requests in all groups of a run. Returns no requests if there is no such run. */
  runItems(page: { readonly id: string; readonly offset: number; readonly limit: number }): {
    readonly items: readonly PlanRunItem[];
    readonly total: number;
  };
  /**
   * Returns when the user last approved requests, in ms of server time; null if never. If the user added
   * requests to an open run, this time is later than that run's `approvedAtMs`.
   */
  lastApprovedAtMs(): number | null;
  /** Returns the open runs, the user's runs first. */
  open(): readonly OpenRun[];
  /**
   * Returns the progress of the run whose requests are being sent: the number of its requests, how many of
   * them have ended, how many of these were skipped, and their cost. Counts in the same way as `run`. If
   * every run is paused, all figures are 0.
   */
  tally(): {
    readonly total: number;
    readonly done: number;
    readonly skipped: number;
    readonly spent: Cost;
  };
  openKeys(): ReadonlySet<string>;
  /** Returns the requests in the user's open runs that have not been sent yet. */
  approved(): readonly ApprovedRequest[];
  /**
   * Adds requests to the newest open run of the same owner. Starts a new run if there is none.
   */
  start(calls: readonly StartedCall[], by: Owner, atMs: number): void;
  /**
   * Deletes old runs that have ended. Keeps the runs of the last two days, because `recordsByRule` needs
   * their jobs to compute how much the rules may still spend. Must be called only while the date is trusted.
   */
  prune(atMs: number): void;
  pause(by: Owner): void;
  /** Resumes all open runs of one owner, including those waiting for the network, a key or disk space. */
  resume(by: Owner): void;
  /**
   * Ends all runs that are not paused and have no open jobs.
   * @returns whether a run was ended
   */
  finish(): boolean;
}

export function createPlans(files: Files): Plans {
  const { ledger } = files;
  const open = (by?: Owner): StoredJobGroup[] =>
    openGroups(ledger).filter((group) => by === undefined || group.owner === by);
  return {
    ...createReads(files, open),
    start: (calls, by, atMs) => startRun(ledger, calls, by, atMs),
    prune: (atMs) => pruneGroups(ledger, { max: MAX_PLANS, sinceMs: atMs - 2 * DAY_MS }),
    pause: (by) => {
      for (const { groupId } of open(by)) pauseGroup(ledger, { groupId, isPaused: true });
    },
    resume: (by) =>
      transaction(ledger, () => {
        for (const { groupId } of open(by)) pauseGroup(ledger, { groupId, isPaused: false });
        const reasons: readonly WaitReason[] = ['network', 'key', 'storage'];
        endWaits(ledger, { reasons, by: 'user', of: ({ owner }) => owner === by });
      }),
    finish: () => {
      const over = open().filter(
        ({ groupId, isPaused }) => !isPaused && !groupJobs(ledger, groupId).some(isOpenJob),
      );
      for (const { groupId } of over) endGroup(ledger, groupId);
      return over.length > 0;
    },
  };
}

/** Ends the open runs of one owner. Requests that have not begun are cancelled. */
export function stopRuns(ledger: WriteDb, by: Owner, atMs: number): void {
  transaction(ledger, () => {
    for (const { groupId, owner } of openGroups(ledger)) {
      if (owner !== by) continue;
      for (const job of groupJobs(ledger, groupId)) if (isLeft(job)) cancelJob(ledger, job, 'user', atMs);
      endGroup(ledger, groupId);
    }
  });
}

type Reads = 'run' | 'runItems' | 'lastApprovedAtMs' | 'open' | 'tally' | 'openKeys' | 'approved';
const createReads = (files: Files, open: (by?: Owner) => StoredJobGroup[]): Pick<Plans, Reads> => {
  const { ledger } = files;
  const jobsIn = (groups: readonly StoredJobGroup[]): StoredJob[] =>
    groups.flatMap(({ groupId }) => groupJobs(ledger, groupId));
  /**
   * Returns the group whose requests are sent next: the first group with open jobs. An earlier group without
   * open jobs may still be open, because groups are closed only just before the next request is sent.
   */
  const sentFirst = (groups: readonly StoredJobGroup[]): StoredJobGroup | undefined =>
    groups.find((group) => jobsIn([group]).some(isOpenJob)) ?? groups[0];
  const openRun = (group: StoredJobGroup): OpenRun => {
    const jobs = groupJobs(ledger, group.groupId);
    return { by: ownerOf(group), ...pauseOf(group, jobs), startsAtMs: startOf(jobs) };
  };
  return {
    run: () => {
      const groups = open();
      const shown = sentFirst(groups) ?? latestGroup(ledger);
      if (shown === null) return null;
      const run = groupsOfApproval(ledger, shown);
      const others = groups.filter(({ groupId }) => !run.some((group) => group.groupId === groupId));
      return runOf(files, shown, jobsIn(run), jobsIn(others).filter(isOpenJob).length);
    },
    runItems: ({ id, offset, limit }) => {
      const group = groupById(ledger, Number(id));
      const jobs = group === null ? [] : jobsIn(groupsOfApproval(ledger, group));
      return { items: itemsOf(files, jobs.slice(offset, offset + limit)), total: jobs.length };
    },
    lastApprovedAtMs: () => lastApprovalOf(ledger, 'seller'),
    open: () => open().map(openRun),
    tally: () => {
      const sent = sentFirst(open().filter(({ isPaused }) => !isPaused));
      return tallyOf(sent === undefined ? [] : jobsIn(groupsOfApproval(ledger, sent)));
    },
    openKeys: () =>
      new Set(
        open().flatMap(({ groupId }) => groupJobs(ledger, groupId).flatMap(({ itemKey }) => itemKey ?? [])),
      ),
    approved: () =>
      open('seller').flatMap(({ groupId }) =>
        groupJobs(ledger, groupId)
          .filter(isOpenJob)
          .flatMap((job): ApprovedRequest[] => {
            const planned = readPlanned(job);
            if (planned === null) return [];
            const { item, within } = planned;
            return [{ fromMs: within?.fromMs ?? 0, lane: item.lane, cost: item.cost }];
          }),
      ),
  };
};

const tallyOf = (jobs: readonly StoredJob[]): ReturnType<Plans['tally']> => ({
  total: jobs.length,
  done: jobs.filter((job) => !isOpenJob(job)).length,
  skipped: jobs.filter((job) => isSkipped({ step: shownAs('plan', positionOf(job)) })).length,
  spent: jobs.reduce((sum, { spent }) => plus(sum, costOf(spent) ?? FREE), FREE),
});

const ownerOf = ({ owner }: Pick<StoredJobGroup, 'owner'>): Owner => (owner === 'rule' ? 'rule' : 'seller');
const isOpenJob = (job: StoredJob): boolean => JOB_STATES[stateOf(job)].isOpen;
/**
 * Returns the earliest server time at which one of the open jobs may be sent; 0 if at least one may be sent
 * at any time.
 */
function startOf(jobs: readonly StoredJob[]): number {
  const starts = jobs.filter(isOpenJob).map((job) => readPlanned(job)?.within?.fromMs ?? 0);
  return starts.length === 0 ? 0 : Math.min(...starts);
}
const isLeft = (job: StoredJob): boolean => isOpenJob(job) && stateOf(job) !== 'running';

/**
 * Returns whether a run is paused, and why. A run is paused if the user paused it or if one of its jobs is
 * waiting for the network, a key or disk space.
 */
function pauseOf(group: StoredJobGroup, jobs: readonly StoredJob[]): Pick<OpenRun, 'isPaused' | 'paused'> {
  if (group.isPaused) return { isPaused: true, paused: null };
  const reason = jobs.find((job) => stateOf(job) === 'waiting')?.reason ?? null;
  const paused = isWait(reason) ? PAUSES[reason] : undefined;
  return { isPaused: paused !== undefined, paused: paused ?? null };
}

const PAUSES: Partial<Record<WaitReason, NonNullable<PlanRun['paused']>>> = {
  network: 'offline',
  key: 'key',
  storage: 'storage',
};

function startRun(ledger: WriteDb, calls: readonly StartedCall[], by: Owner, atMs: number): void {
  const startedAtMs = Math.round(atMs);
  transaction(ledger, () => {
    const open = openGroups(ledger).findLast(({ owner }) => owner === by);
    const approvedAtMs = open?.approvedAtMs ?? startedAtMs;
    let groupId = open?.groupId ?? null;
    let place = groupId === null ? 0 : groupJobs(ledger, groupId).length;
    for (const call of calls) {
      if (groupId === null || place >= PLAN_MAX) {
        groupId = insertGroup(ledger, { owner: by, approvedAtMs });
        place = 0;
      }
      const { companyName: _company, searchName: _search, expected: _expected, cost, ...item } = itemOf(call);
      insertApprovedJob(ledger, {
        groupId,
        place,
        itemKey: call.key,
        companyId: call.companyId,
        request: JSON.stringify({ item, priced: call.priced, within: call.within }),
        accepted: JSON.stringify(cost),
        screen: PLAN_SCREEN,
        createdAtMs: startedAtMs,
      });
      place += 1;
    }
  });
}

/**
 * Parses a stored job. Returns null if a different version of the app wrote the job and this version cannot
 * read it.
 */
export function readPlanned(stored: StoredJob): PlannedJob | null {
  const { data } = requestSchema.safeParse(parsedJson(stored.request));
  const cost = costOf(stored.accepted);
  if (data === undefined || cost === null || !isPlanned(data.priced)) return null;
  return {
    owner: ownerOf({ owner: stored.owner ?? '' }),
    item: { ...data.item, cost },
    priced: data.priced,
    within: data.within ?? null,
  };
}

/** Returns the requests as the user sees them. Omits requests that this version of the app cannot read. */
function itemsOf({ cache, yours, ledger }: Files, jobs: readonly StoredJob[]): PlanRunItem[] {
  const names = companyNamesOf(
    cache,
    jobs.flatMap(({ companyId }) => companyId ?? []),
  );
  return jobs.flatMap((job): PlanRunItem[] => {
    const item = readPlanned(job)?.item;
    if (item === undefined) return [];
    const step = shownAs('plan', positionOf(job));
    const { call, afterEntry } = job;
    const serviceError =
      step !== 'failed' || call === null || afterEntry === null
        ? null
        : serviceErrorAfter(ledger, { call, afterEntry });
    return [
      {
        ...item,
        companyName: item.companyId === null ? null : clipOrNull(names.get(item.companyId) ?? null, 500),
        searchName:
          item.searchId === null ? null : (savedSearchById(yours, Number(item.searchId))?.name ?? null),
        step,
        spent: costOf(job.spent),
        news: job.news,
        contacts:
          item.kind === 'contacts' && step === 'done' && item.companyId !== null
            ? countContacts(cache, item.companyId)
            : null,
        ...(serviceError === null ? {} : { serviceError }),
      },
    ];
  });
}

/** @param ofRun all jobs of the run to which the group belongs */
function runOf(files: Files, group: StoredJobGroup, ofRun: readonly StoredJob[], behind: number): PlanRun {
  const jobs = groupJobs(files.ledger, group.groupId);
  const { isPaused, paused } = pauseOf(group, jobs);
  const startsAtMs = group.isEnded ? 0 : startOf(jobs);
  const ends = group.isEnded ? ofRun.flatMap(({ endedAtMs }) => endedAtMs ?? []) : [];
  return {
    id: String(group.groupId),
    state: group.isEnded ? 'over' : isPaused ? 'paused' : 'running',
    paused: group.isEnded ? null : paused,
    by: ownerOf(group),
    approvedAtMs: group.approvedAtMs,
    approved: ofRun.reduce((sum, { accepted }) => plus(sum, costOf(accepted) ?? FREE), FREE),
    ...tallyOf(ofRun),
    items: itemsOf(files, jobs),
    behind,
    ...(startsAtMs > 0 ? { startsAtMs } : {}),
    ...(ends.length > 0 ? { endedAtMs: Math.max(...ends) } : {}),
  };
}

const costOf = (json: string | null): Cost | null =>
  json === null ? null : (costSchema.safeParse(parsedJson(json)).data ?? null);
