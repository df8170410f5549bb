import { callsSent, check, failure, same, thirtyDays, type ContractStep } from './suite-kit.ts';

/** Steps that cover spending caps, the request history and calibration. */
export const quotaSteps: ContractStep[] = [
  {
    name: 'a spending cap rejects with its name, offers the rows that fit, and can be removed',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const { allowances } = await api.quota.allowances({});
      const used = allowances.find(({ scope }) => scope === 'all')?.used ?? 0;
      check(used > 0, 'nothing was used today');
      await api.quota.setAllowance({ scope: 'all', period: 'day', records: used + 3 });
      const query = { ...(await thirtyDays(api)), stages: ['Seed'] };
      const { cost, decision } = await api.quota.price({ call: { endpoint: 'fundings', query } });
      check(decision.kind === 'refuse', `decided ${decision.kind}`);
      same([decision.allowance, decision.affordableRows], ['all', 3], 'rejected by');
      const error = await failure(
        api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' }),
        'quota-exhausted',
      );
      same(error.allowance, 'all', 'allowance');
      const refused = { period: 'today', screen: 'search', result: 'refused' } as const;
      const { rows, total } = await api.quota.ledger({ offset: 0, limit: 1, filter: refused });
      same([rows[0]?.refusedAllowance, total >= 1], ['all', true], 'ledger');
      const lifted = await api.quota.setAllowance({ scope: 'all', period: 'day', records: null });
      same(lifted.allowances.find(({ scope }) => scope === 'all')?.recordsADay, null, 'removed');
      const again = await api.quota.price({ call: { endpoint: 'fundings', query } });
      same(again.decision, { kind: 'go' }, 'decision');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'several prices are returned together, in order, as many as a screen shows',
    run: async ({ api }) => {
      const calls = [{ endpoint: 'stats' }, { endpoint: 'health' }, { endpoint: 'filters' }] as const;
      const { previews } = await api.quota.prices({ calls: [...calls] });
      for (const [at, call] of calls.entries())
        same(previews[at], await api.quota.price({ call }), call.endpoint);
      await failure(api.quota.prices({ calls: [] }), 'validation');
      await failure(api.quota.prices({ calls: Array.from({ length: 17 }, () => calls[0]) }), 'validation');
    },
  },
  {
    name: 'the history ends today, and contains today’s requests',
    run: async ({ api }) => {
      const { days } = await api.quota.history({});
      const { serverNowMs } = await api.quota.status({});
      const today = days.at(-1);
      check(today !== undefined && days.length >= 31, `${days.length} days`);
      same(today.startMs, Math.floor(serverNowMs / 86_400_000) * 86_400_000, 'today');
      const { allowances } = await api.quota.allowances({});
      same(today.own, allowances.find(({ scope }) => scope === 'all')?.used, 'records today');
    },
  },
  {
    name: 'cancelling a request that does not wait changes nothing',
    run: async ({ api }) => {
      same(await api.quota.cancel({ id: 999_999 }), { cancelled: false }, 'cancel');
      same((await api.quota.status({})).queue, [], 'queue');
    },
  },
  {
    name: 'a calibration costs at most the displayed price, and learns from the service’s counters',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const { preview, calls } = await api.quota.calibrationPrice({});
      same([calls, preview.cost.requests], [6, 6], 'price');
      await failure(
        api.quota.calibrate({ accepted: { ...preview.cost, records: 0 }, screen: 'quota' }),
        'price-changed',
      );
      same(await callsSent(api), before, 'requests of a rejected calibration');
      const { costs, disturbed, spent } = await api.quota.calibrate({
        accepted: preview.cost,
        screen: 'quota',
      });
      same(await callsSent(api), before + 6, 'calls');
      check(!disturbed && costs.length > 0, 'nothing was learned');
      check(spent.records <= preview.cost.records, 'more expensive than displayed');
      same((await api.quota.learned({})).costs, costs, 'kept');
      const { lines } = await api.quota.price({ call: { endpoint: 'stats' } });
      check(
        lines.some(({ learnedAtMs }) => learnedAtMs !== null),
        'the price is not marked as learned',
      );
    },
  },
  {
    name: 'the account’s use and its settings are read and saved without a request',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const { reading, days, daily } = await api.quota.account({});
      same([days.length, daily.isOn], [30, false], 'account');
      check(reading !== null && reading.keyName !== null, 'the key has no name');
      await failure(
        api.quota.setDailyReading({ isOn: true, accepted: { ...daily.preview.cost, requests: 0 } }),
        'price-changed',
      );
      const allowed = await api.quota.setDailyReading({ isOn: true, accepted: daily.preview.cost });
      same(allowed.daily.accepted, daily.preview.cost, 'accepted');
      same((await api.quota.setAlert({ above: 9 })).alertAbove, 9, 'limit');
      await failure(api.quota.setAlert({ above: -1 }), 'validation');
      const ended = await api.quota.setDailyReading({ isOn: false, accepted: daily.preview.cost });
      same(ended.daily, { ...daily, accepted: null }, 'ended');
      const { requests, preview } = await api.diagnostics.checkPrice({});
      same([requests, preview.cost.requests], [5, 5], 'price of a check');
      same(await callsSent(api), before, 'calls');
    },
  },
];
