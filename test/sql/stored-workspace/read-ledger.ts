import type { Api } from '../../../shared/contract/index.ts';

/* Reads the ledger through the public handlers. */

export type StoredLedger = Awaited<ReturnType<typeof readLedger>>;

export async function readLedger(api: Api) {
  const { costs } = await api.quota.learned({});
  const { allowances } = await api.quota.allowances({});
  const { days } = await api.quota.history({});
  return {
    entries: await readEntries(api),
    budgets: await readBudgets(api),
    learned: costs.map(({ endpoint, unit, assumed, learned, atMs }) => ({
      endpoint,
      unit,
      assumed,
      learned,
      atMs,
    })),
    // Spending caps for screens are left out, because the version that stored the workspaces did not have
    // them.
    spendingCaps: allowances
      .filter(({ scope }) => !scope.startsWith('screen-'))
      .map(({ scope, recordsADay }) => ({ scope, recordsADay })),
    days: days
      .filter(({ own, others }) => own > 0 || others > 0)
      .map(({ startMs, own, background, others }) => ({ startMs, own, background, others })),
  };
}

/** Returns all requests of the request history, oldest first. */
async function readEntries(api: Api) {
  const entries = [];
  for (let offset = 0; ; offset += 50) {
    const { rows, total } = await api.quota.ledger({ offset, limit: 50 });
    entries.push(...rows);
    if (entries.length >= total) break;
  }
  return entries
    .map(({ id, atMs, endpoint, call, screen, reason, state, lane, ...row }) => ({
      id,
      atMs,
      endpoint,
      call,
      screen,
      reason,
      state,
      lane,
      reserved: row.reserved,
      cost: row.cost,
      status: row.status,
      refusedBudget: row.refusedBudget,
      refusedByCap: row.refusedAllowance,
    }))
    .sort((a, b) => a.id - b.id);
}

/**
 * Returns all budgets except the minute budget, which is reset when the app starts. `unsettled` is the sum of
 * reserved and unknown amounts. A restart does not change the sum, because requests in flight then count as
 * unknown.
 */
async function readBudgets(api: Api) {
  const { budgets } = await api.quota.status({});
  return budgets
    .filter(({ budget }) => budget !== 'minute')
    .map(({ budget, used, reserved, unknown, others, limit, limitSource, atLeast }) => ({
      budget,
      used,
      unsettled: reserved + unknown,
      // Version 0.1.0 did not count usage by other devices against a test key's budget.
      others: budget === 'test-key' ? null : others,
      limit,
      limitSource,
      atLeast,
    }));
}
