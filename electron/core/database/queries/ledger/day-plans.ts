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

/* Approved plans in `ledger.db`, with the result of each request. */

export interface StoredPlan {
  readonly planId: number;
  readonly byRule: boolean;
  readonly approvedAtMs: number;
  readonly state: string;
  readonly paused: string | null;
}

export interface StoredPlanItem {
  readonly planId: number;
  readonly place: number;
  readonly key: string;
  readonly companyId: string | null;
  /** The approved request, as JSON. */
  readonly what: string;
  readonly step: string;
  /** The request in the ledger's form, and the newest ledger row when it began; null before. */
  readonly call: string | null;
  readonly afterEntry: number | null;
  /** JSON of a cost. */
  readonly spent: string | null;
  readonly news: number | null;
}

const PLAN = 'SELECT plan_id, by_rule, approved_at_ms, state, paused FROM plan';
const planOf = (row: SqlRow): StoredPlan => ({
  planId: num(row, 'plan_id'),
  byRule: num(row, 'by_rule') === 1,
  approvedAtMs: num(row, 'approved_at_ms'),
  state: text(row, 'state'),
  paused: textOrNull(row, 'paused'),
});

/** Plans that have not ended: the user's own first, then rule-based ones, each group oldest first. */
export const openPlans = (db: ReadDb): StoredPlan[] =>
  all(db, `${PLAN} WHERE state <> 'over' ORDER BY by_rule, plan_id`).map(planOf);

/** The plan with the most recently ended item; if that is equal or none has ended, the newest plan. */
export function latestPlan(db: ReadDb): StoredPlan | null {
  const row = get(
    db,
    `${PLAN} ORDER BY coalesce((SELECT max(ended_at_ms) FROM plan_item
       WHERE plan_item.plan_id = plan.plan_id), 0) DESC, plan_id DESC LIMIT 1`,
  );
  return row === null ? null : planOf(row);
}

/** Plans with a request that is running, or was when the app ended. */
export const plansUnderWay = (db: ReadDb): number[] =>
  all(db, "SELECT DISTINCT plan_id FROM plan_item WHERE step = 'under-way'").map((row) =>
    num(row, 'plan_id'),
  );

export const insertPlan = (db: WriteDb, plan: { byRule: number; approvedAtMs: number }): number =>
  run(
    db,
    "INSERT INTO plan (by_rule, approved_at_ms, state) VALUES (:byRule, :approvedAtMs, 'running')",
    plan,
  ).lastId;

export function putPlanState(
  db: WriteDb,
  plan: { planId: number; state: string; paused: string | null },
): void {
  run(db, 'UPDATE plan SET state = :state, paused = :paused WHERE plan_id = :planId', plan);
}

/** Deletes ended plans, except the newest `kept` and those with an item that ended since `sinceMs`. */
export function prunePlans(db: WriteDb, { kept, sinceMs }: { kept: number; sinceMs: number }): void {
  run(
    db,
    `DELETE FROM plan WHERE state = 'over'
       AND plan_id IN (SELECT plan_id FROM plan WHERE state = 'over' ORDER BY plan_id DESC LIMIT -1 OFFSET :kept)
       AND NOT EXISTS (SELECT 1 FROM plan_item
         WHERE plan_item.plan_id = plan.plan_id AND ended_at_ms >= :sinceMs)`,
    { kept, sinceMs },
  );
}

export function insertPlanItem(
  db: WriteDb,
  item: { planId: number; place: number; key: string; companyId: string | null; what: string },
): void {
  run(
    db,
    `INSERT INTO plan_item (plan_id, place, item_key, company_id, what, step)
     VALUES (:planId, :place, :key, :companyId, :what, 'waiting')`,
    item,
  );
}

/** In execution order. */
export const planItems = (db: ReadDb, planId: number): StoredPlanItem[] =>
  all(
    db,
    `SELECT plan_id, place, item_key, company_id, what, step, call, after_entry, spent, news
     FROM plan_item WHERE plan_id = :planId ORDER BY place`,
    { planId },
  ).map((row) => ({
    planId: num(row, 'plan_id'),
    place: num(row, 'place'),
    key: text(row, 'item_key'),
    companyId: textOrNull(row, 'company_id'),
    what: text(row, 'what'),
    step: text(row, 'step'),
    call: textOrNull(row, 'call'),
    afterEntry: numOrNull(row, 'after_entry'),
    spent: textOrNull(row, 'spent'),
    news: numOrNull(row, 'news'),
  }));

/** Written before the request is sent, so its result can be found after a crash. */
export function beginPlanItem(db: WriteDb, item: { planId: number; place: number; call: string }): void {
  run(
    db,
    `UPDATE plan_item SET step = 'under-way', call = :call,
       after_entry = (SELECT coalesce(max(id), 0) FROM entry)
     WHERE plan_id = :planId AND place = :place`,
    item,
  );
}

export function endPlanItem(
  db: WriteDb,
  item: {
    planId: number;
    place: number;
    step: string;
    spent: string | null;
    news: number | null;
    endedAtMs: number | null;
  },
): void {
  run(
    db,
    `UPDATE plan_item SET step = :step, spent = :spent, news = :news, ended_at_ms = :endedAtMs
     WHERE plan_id = :planId AND place = :place`,
    item,
  );
}

/** Drops waiting items of an erased company, so nothing is fetched for it. */
export function dropPlanItemsOf(db: WriteDb, item: { companyId: string; atMs: number }): void {
  run(
    db,
    `UPDATE plan_item SET step = 'dropped', ended_at_ms = :atMs WHERE company_id = :companyId AND step = 'waiting'`,
    item,
  );
}

export interface EntryAfter {
  readonly state: string;
  readonly costs: { requests: number; records: number; pageTurns: number; companies: number };
}

/** Newest ledger row after `afterEntry` for this request; null if it was never sent. */
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
 * Records used since then by rule-based plans for one kind of request; open items count at their worst case.
 */
export function recordsByRule(db: ReadDb, { sinceMs, keys }: { sinceMs: number; keys: string }): number {
  const row = get(
    db,
    `SELECT coalesce(sum(CASE WHEN step IN ('waiting', 'under-way') THEN json_extract(what, '$.item.cost.records')
         ELSE coalesce(json_extract(spent, '$.records'), 0) END), 0) AS records
     FROM plan JOIN plan_item USING (plan_id)
     WHERE by_rule = 1 AND item_key GLOB :keys
       AND (ended_at_ms >= :sinceMs OR step = 'under-way' OR (step = 'waiting' AND state <> 'over'))`,
    { sinceMs, keys },
  );
  return row === null ? 0 : num(row, 'records');
}

/** The user's rules in `yours.db` as JSON, with the time they were set; null if there are none. */
export function planRules(yours: ReadDb): { value: string; setAtMs: number } | null {
  const row = get(yours, 'SELECT value, set_at_ms FROM plan_rules WHERE one = 1');
  return row === null ? null : { value: text(row, 'value'), setAtMs: num(row, 'set_at_ms') };
}

export const deletePlanRules = (yours: WriteDb): void => void run(yours, 'DELETE FROM plan_rules');

export function putPlanRules(yours: WriteDb, rules: { value: string; setAtMs: number }): void {
  run(
    yours,
    `INSERT INTO plan_rules (one, value, set_at_ms) VALUES (1, :value, :setAtMs)
     ON CONFLICT (one) DO UPDATE SET value = excluded.value, set_at_ms = excluded.set_at_ms`,
    rules,
  );
}

/** Server time of the fact's last update, ms. */
export function planFact(db: ReadDb, name: string): number | null {
  const row = get(db, 'SELECT at_ms FROM plan_fact WHERE name = :name', { name });
  return row === null ? null : num(row, 'at_ms');
}

/** An earlier time does not replace a later one. */
export function putPlanFact(db: WriteDb, name: string, atMs: number): void {
  run(
    db,
    `INSERT INTO plan_fact (name, at_ms) VALUES (:name, :atMs)
     ON CONFLICT (name) DO UPDATE SET at_ms = max(at_ms, excluded.at_ms)`,
    { name, atMs: Math.round(atMs) },
  );
}
