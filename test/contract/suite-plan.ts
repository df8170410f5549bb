import { callsSent, check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover today's plan. */

export const planSteps: readonly ContractStep[] = [
  {
    name: 'viewing the plan, the gap and closing windows sends no request, and prices add up',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const { proposal, run } = await api.plan.today({});
      same((await api.plan.run({})).run, run, 'the run on its own');
      const page = { offset: 0, limit: 50 };
      same((await api.plan.runItems({ id: run?.id ?? '0', ...page })).total, run?.total ?? 0, 'its requests');
      same((await api.plan.caughtUp(page)).total, 0, 'nothing caught up');
      const { total, rows } = await api.plan.closing(page);
      check(rows.length <= total, 'more rows than there are');
      await api.plan.gap({});
      const keys = proposal.items.map(({ key }) => key);
      const records = proposal.items.reduce((sum, { cost }) => sum + cost.records, 0);
      same(proposal.preview?.cost.records ?? 0, records, 'the price of all');
      const { preview } = keys.length === 0 ? { preview: null } : await api.plan.price({ keys });
      same(preview?.cost.records ?? 0, records, 'the price of these');
      same(
        (await api.plan.price({ keys: ['contacts/nobody'] })).preview,
        null,
        'the price of a request that is not proposed',
      );
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'only proposed requests start, within the accepted price; without a run nothing is stopped',
    run: async ({ api }) => {
      const nothing = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
      const paid = { accepted: nothing, screen: 'today' } as const;
      const [first] = (await api.plan.today({})).proposal.items;
      const keys = [first?.key ?? 'contacts/nobody'];
      await failure(api.plan.approve({ keys, ...paid }), 'price-changed');
      await failure(api.plan.approve({ keys: [...keys, 'profile/nobody'], ...paid }), 'price-changed');
      same((await api.plan.stop({})).run, null, 'stopped');
      const { gap } = await api.plan.gap({});
      const missed = api.plan.catchUp(paid);
      if (gap === null) same((await failure(missed, 'not-found')).what, 'gap', 'no gap');
      else await failure(missed, 'price-changed');
    },
  },
  {
    name: 'the rules of the plan are stored, and one undo restores the previous ones',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.plan.onChanged(() => (pushes += 1));
      const before = await api.plan.rules({});
      const rules = { ...before, fitFloor: 40, overlapDays: 1, onlyMatches: true };
      const { undo } = await api.plan.setRules({ rules });
      same(await api.plan.rules({}), rules, 'kept');
      same((await api.plan.setRules({ rules })).undo, null, 'setting the same rules is no change');
      await api.marks.undo({ token: undo ?? '' });
      same(await api.plan.rules({}), before, 'after undo');
      await until(() => pushes >= 2, 'both pushes');
      stop();
    },
  },
];
