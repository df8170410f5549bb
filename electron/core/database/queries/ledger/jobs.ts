import {
  all,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/*
 * Background requests and approved runs. They are in `ledger.db`, which is never restored to an older state.
 * Only `core/jobs/` may change a job's state, and only as the state table in `jobs/job-states.ts` allows.
 */

/** A run of approved requests. */
export interface StoredJobGroup {
  readonly groupId: number;
  readonly owner: string;
  readonly approvedAtMs: number;
  readonly isPaused: boolean;
  readonly isEnded: boolean;
}

export interface StoredJob {
  readonly jobId: number;
  readonly kind: string;
  /**
   * The run to which the request belongs; null for a request in the offline queue. `place` is the request's
   * position in the run.
   */
  readonly groupId: number | null;
  readonly place: number | null;
  readonly itemKey: string | null;
  /** Owner of the run; null for a queued request. */
  readonly owner: string | null;
  readonly isGroupEnded: boolean;
  readonly companyId: string | null;
  /** The request, as JSON. */
  readonly request: string;
  /** The approved price, a cost as JSON. */
  readonly accepted: string;
  readonly screen: string;
  readonly state: string;
  /** Why the job is waiting, or how it ended. */
  readonly reason: string | null;
  /**
   * The request as written to the ledger; null until the request starts. `afterEntry` is the id of the newest
   * ledger row at the start of the request.
   */
  readonly call: string | null;
  readonly afterEntry: number | null;
  /** JSON of an error or a receipt. */
  readonly outcome: string | null;
  /**
   * The cost as JSON. If the result is unknown, this is the reserved cost. Null if nothing was charged, or if
   * the job has not ended.
   */
  readonly spent: string | null;
  readonly news: number | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
}

const GROUP = 'SELECT group_id, owner, approved_at_ms, paused, ended FROM job_group';
const groupOf = (row: SqlRow): StoredJobGroup => ({
  groupId: num(row, 'group_id'),
  owner: text(row, 'owner'),
  approvedAtMs: num(row, 'approved_at_ms'),
  isPaused: num(row, 'paused') === 1,
  isEnded: num(row, 'ended') === 1,
});

const JOB = `SELECT job_id, kind, group_id, place, item_key, owner, coalesce(ended, 0) AS group_ended, company_id,
  request, accepted, screen, state, reason, call, after_entry, outcome, spent, news, created_at_ms, ended_at_ms
  FROM job LEFT JOIN job_group USING (group_id)`;
const jobOf = (row: SqlRow): StoredJob => ({
  jobId: num(row, 'job_id'),
  kind: text(row, 'kind'),
  groupId: numOrNull(row, 'group_id'),
  place: numOrNull(row, 'place'),
  itemKey: textOrNull(row, 'item_key'),
  owner: textOrNull(row, 'owner'),
  isGroupEnded: num(row, 'group_ended') === 1,
  companyId: textOrNull(row, 'company_id'),
  request: text(row, 'request'),
  accepted: text(row, 'accepted'),
  screen: text(row, 'screen'),
  state: text(row, 'state'),
  reason: textOrNull(row, 'reason'),
  call: textOrNull(row, 'call'),
  afterEntry: numOrNull(row, 'after_entry'),
  outcome: textOrNull(row, 'outcome'),
  spent: textOrNull(row, 'spent'),
  news: numOrNull(row, 'news'),
  createdAtMs: num(row, 'created_at_ms'),
  endedAtMs: numOrNull(row, 'ended_at_ms'),
});
const firstJob = (row: SqlRow | null): StoredJob | null => (row === null ? null : jobOf(row));

export const jobById = (db: ReadDb, jobId: number): StoredJob | null =>
  firstJob(get(db, `${JOB} WHERE job_id = :jobId`, { jobId }));

export const jobsInState = (db: ReadDb, where: { kind: string; state: string }): StoredJob[] =>
  all(db, `${JOB} WHERE kind = :kind AND state = :state ORDER BY job_id`, where).map(jobOf);

/** Returns the whole queue in order. The number of queued requests is limited. */
export const queuedJobs = (db: ReadDb): StoredJob[] =>
  all(db, `${JOB} WHERE kind = 'queue' ORDER BY job_id`).map(jobOf);

/** Returns the unfinished queued job with exactly this request. */
export const queuedJobByRequest = (db: ReadDb, request: string): StoredJob | null =>
  firstJob(get(db, `${JOB} WHERE kind = 'queue' AND request = :request AND state <> 'done'`, { request }));

/** Returns the jobs of a run in execution order. */
export const groupJobs = (db: ReadDb, groupId: number): StoredJob[] =>
  all(db, `${JOB} WHERE group_id = :groupId ORDER BY place`, { groupId }).map(jobOf);

export const jobsOfCompany = (db: ReadDb, companyId: string): StoredJob[] =>
  all(db, `${JOB} WHERE company_id = :companyId ORDER BY job_id`, { companyId }).map(jobOf);

/** Returns the oldest job in the queue that has the state `queued`. */
export const nextQueued = (db: ReadDb): StoredJob | null =>
  firstJob(get(db, `${JOB} WHERE kind = 'queue' AND state = 'queued' ORDER BY job_id LIMIT 1`));

/**
 * Returns the next job of the runs that have neither ended nor been paused. The user's runs come before runs
 * started by rules, and within each group, older runs come first. A request that was approved for a later day
 * is skipped until that day.
 */
export const nextApproved = (db: ReadDb, nowMs: number): StoredJob | null =>
  firstJob(
    get(
      db,
      `${JOB} WHERE kind = 'plan' AND state = 'approved' AND ended = 0 AND paused = 0
         AND coalesce(iif(json_valid(request), json_extract(request, '$.within.fromMs'), 0), 0) <= :nowMs
       ORDER BY owner = 'rule', group_id, place LIMIT 1`,
      { nowMs },
    ),
  );

export function insertQueuedJob(
  db: WriteDb,
  job: Pick<StoredJob, 'request' | 'companyId' | 'accepted' | 'screen' | 'createdAtMs'>,
): number {
  return run(
    db,
    `INSERT INTO job (kind, request, company_id, accepted, screen, state, created_at_ms)
     VALUES ('queue', :request, :companyId, :accepted, :screen, 'queued', :createdAtMs)`,
    { ...job },
  ).lastId;
}

export function insertApprovedJob(
  db: WriteDb,
  job: Pick<StoredJob, 'request' | 'companyId' | 'accepted' | 'screen' | 'createdAtMs'> & {
    readonly groupId: number;
    readonly place: number;
    readonly itemKey: string;
  },
): void {
  run(
    db,
    `INSERT INTO job (kind, group_id, place, item_key, request, company_id, accepted, screen, state, created_at_ms)
     VALUES ('plan', :groupId, :place, :itemKey, :request, :companyId, :accepted, :screen, 'approved', :createdAtMs)`,
    { ...job },
  );
}

/** The columns that a change of state may set. */
export type JobChange = Pick<
  StoredJob,
  'state' | 'reason' | 'accepted' | 'call' | 'afterEntry' | 'outcome' | 'spent' | 'news' | 'endedAtMs'
>;

export function updateJob(db: WriteDb, { jobId, ...job }: JobChange & Pick<StoredJob, 'jobId'>): void {
  const { state, reason, accepted, call, afterEntry, outcome, spent, news, endedAtMs } = job;
  run(
    db,
    `UPDATE job SET state = :state, reason = :reason, accepted = :accepted, call = :call,
       after_entry = :afterEntry, outcome = :outcome, spent = :spent, news = :news, ended_at_ms = :endedAtMs
     WHERE job_id = :jobId`,
    { jobId, state, reason, accepted, call, afterEntry, outcome, spent, news, endedAtMs },
  );
}

export function deleteJob(db: WriteDb, jobId: number): void {
  run(db, 'DELETE FROM job WHERE job_id = :jobId', { jobId });
}

/** Deletes the queued requests of an erased company. */
export function deleteQueuedOf(db: WriteDb, companyId: string): void {
  run(db, "DELETE FROM job WHERE company_id = :companyId AND kind = 'queue'", { companyId });
}

/** Deletes every queued request that is not done. Done requests stay as receipts. */
export function deleteUndoneQueued(db: WriteDb): void {
  run(db, "DELETE FROM job WHERE kind = 'queue' AND state <> 'done'");
}

/** Deletes all queued requests that are done, except the newest `max`. */
export function pruneDoneQueued(db: WriteDb, max: number): void {
  run(
    db,
    `DELETE FROM job WHERE kind = 'queue' AND state = 'done' AND job_id <=
       (SELECT job_id FROM job WHERE kind = 'queue' AND state = 'done' ORDER BY job_id DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
}

/**
 * Returns the runs that have not ended. The user's runs come before runs started by rules, and older runs
 * come before newer runs.
 */
export const openGroups = (db: ReadDb): StoredJobGroup[] =>
  all(db, `${GROUP} WHERE ended = 0 ORDER BY owner = 'rule', group_id`).map(groupOf);

export function groupById(db: ReadDb, groupId: number): StoredJobGroup | null {
  const row = get(db, `${GROUP} WHERE group_id = :groupId`, { groupId });
  return row === null ? null : groupOf(row);
}

/** Returns all runs that belong to this approval, including ended runs. The oldest run comes first. */
export const groupsOfApproval = (
  db: ReadDb,
  approval: Pick<StoredJobGroup, 'owner' | 'approvedAtMs'>,
): StoredJobGroup[] =>
  all(db, `${GROUP} WHERE owner = :owner AND approved_at_ms = :approvedAtMs ORDER BY group_id`, {
    owner: approval.owner,
    approvedAtMs: approval.approvedAtMs,
  }).map(groupOf);

/**
 * Returns the run whose last request ended most recently. If several runs qualify, or if no request has ended
 * yet, returns the newest of these runs.
 */
export function latestGroup(db: ReadDb): StoredJobGroup | null {
  const row = get(
    db,
    `${GROUP} ORDER BY coalesce((SELECT max(ended_at_ms) FROM job
       WHERE job.group_id = job_group.group_id), 0) DESC, group_id DESC LIMIT 1`,
  );
  return row === null ? null : groupOf(row);
}

/** Returns the time of this owner's latest approval; null if no requests of this owner are stored. */
export const lastApprovalOf = (db: ReadDb, owner: string): number | null => {
  const row = get(
    db,
    `SELECT max(created_at_ms) AS at_ms FROM job_group CROSS JOIN job USING (group_id) WHERE owner = :owner`,
    { owner },
  );
  return row === null ? null : numOrNull(row, 'at_ms');
};

export const insertGroup = (db: WriteDb, group: { owner: string; approvedAtMs: number }): number =>
  run(
    db,
    'INSERT INTO job_group (owner, approved_at_ms, paused, ended) VALUES (:owner, :approvedAtMs, 0, 0)',
    group,
  ).lastId;

export function pauseGroup(db: WriteDb, group: { groupId: number; isPaused: boolean }): void {
  const { groupId, isPaused } = group;
  run(db, 'UPDATE job_group SET paused = :paused WHERE group_id = :groupId', {
    groupId,
    paused: isPaused ? 1 : 0,
  });
}

export function endGroup(db: WriteDb, groupId: number): void {
  run(db, 'UPDATE job_group SET ended = 1 WHERE group_id = :groupId', { groupId });
}

/**
 * Deletes ended runs, except the newest `max`, runs with a request that ended since `sinceMs`, and runs that
 * were approved together with a run that has not ended.
 */
export function pruneGroups(db: WriteDb, { max, sinceMs }: { max: number; sinceMs: number }): void {
  run(
    db,
    `DELETE FROM job_group WHERE ended = 1
       AND group_id IN (SELECT group_id FROM job_group WHERE ended = 1 ORDER BY group_id DESC LIMIT -1 OFFSET :max)
       AND NOT EXISTS (SELECT 1 FROM job
         WHERE job.group_id = job_group.group_id AND ended_at_ms >= :sinceMs)
       AND NOT EXISTS (SELECT 1 FROM job_group AS other
         WHERE other.ended = 0 AND other.owner = job_group.owner
           AND other.approved_at_ms = job_group.approved_at_ms)`,
    { max, sinceMs },
  );
}

interface EntryAfter {
  readonly state: string;
  readonly costs: { requests: number; records: number; pageTurns: number; companies: number };
}

/**
 * Returns the newest ledger row after `afterEntry` for this request; null if the request was not sent.
 * Ignores refusals.
 */
export function entryAfter(
  db: ReadDb,
  { afterEntry, call }: { afterEntry: number; call: string },
): EntryAfter | null {
  const row = get(
    db,
    `SELECT state, coalesce(cost_requests, reserved_requests) AS requests,
       coalesce(cost_records, reserved_records) AS records,
       coalesce(cost_page_turns, reserved_page_turns) AS page_turns,
       coalesce(cost_companies, reserved_companies) AS companies
     FROM entry WHERE id > :afterEntry AND call = :call AND state <> 'refused' ORDER BY id DESC LIMIT 1`,
    { afterEntry, call },
  );
  return row === null
    ? null
    : {
        state: text(row, 'state'),
        costs: {
          requests: num(row, 'requests'),
          records: num(row, 'records'),
          pageTurns: num(row, 'page_turns'),
          companies: num(row, 'companies'),
        },
      };
}

/**
 * Returns whether the ledger has a row after `afterEntry` for a request that concerns this company and was or
 * may have been charged. If `companyId` is null, checks requests without a company.
 */
export const hasLaterCharge = (
  db: ReadDb,
  { afterEntry, companyId }: { afterEntry: number; companyId: string | null },
): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM entry WHERE id > :afterEntry AND company_id IS :companyId
       AND state IN ('reserved', 'spent', 'unknown') LIMIT 1`,
    { afterEntry, companyId },
  ) !== null;

/** Returns whether a run started by rules contains a request with this key, in any state. */
export const hasRuleJob = (db: ReadDb, key: string): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM job_group CROSS JOIN job USING (group_id)
     WHERE owner = 'rule' AND item_key = :key LIMIT 1`,
    { key },
  ) !== null;

/**
 * Returns the number of records that rules have used since `sinceMs`, for requests whose key matches the
 * pattern `keys`. A request whose state is in `open` may still be charged, so its accepted price is counted.
 */
export function recordsByRule(
  db: ReadDb,
  { sinceMs, keys, open }: { sinceMs: number; keys: string; open: readonly string[] },
): number {
  const row = get(
    db,
    `WITH of_rules AS (
       SELECT state, accepted, spent, ended, ended_at_ms, state IN (SELECT value FROM json_each(:open)) AS is_open
       FROM job_group CROSS JOIN job USING (group_id) WHERE owner = 'rule' AND item_key GLOB :keys
     )
     SELECT coalesce(sum(CASE WHEN is_open THEN json_extract(accepted, '$.records')
         ELSE coalesce(json_extract(spent, '$.records'), 0) END), 0) AS records
     FROM of_rules WHERE ended_at_ms >= :sinceMs OR state = 'running' OR (is_open AND ended = 0)`,
    { sinceMs, keys, open: JSON.stringify(open) },
  );
  return row === null ? 0 : num(row, 'records');
}
