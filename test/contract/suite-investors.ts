import { callsSent, check, failure, memo, same, type ContractStep } from './suite-kit.ts';

/*
 * Steps that cover the investors of stored rounds. They must run after the rounds of a company have been
 * fetched.
 */

export const investorSteps: readonly ContractStep[] = [
  {
    name: 'an investor of a stored round has a separate view, which costs nothing',
    run: async (subject) => {
      const { api } = subject;
      const id = memo(subject, 'companyId');
      const before = await callsSent(api);
      const { rounds } = await api.companies.get({ id });
      const name = rounds.flatMap(({ investors }) => investors ?? [])[0]?.name ?? '';
      const view = await api.investors.get({ name: name.toUpperCase() });
      same([view.name, view.watched, view.spellings], [name, false, []], 'view');
      const page = await api.investors.rounds({ name, offset: 0, limit: 50 });
      same(page.rounds.length, view.rounds, 'rounds');
      check(
        page.rounds.some(({ companyId }) => companyId === id),
        'the company is missing',
      );
      check((await api.investors.named({ text: name.slice(0, 3) })).names.includes(name), 'not named');
      const { queryId, total } = await api.library.find({ filters: { investors: [view.filterValue] } });
      same(total, view.companies, 'companies with the filter');
      const { counts } = await api.library.counts({ queryId });
      same(
        counts.investors?.values.find(({ value }) => value === view.filterValue)?.count,
        view.companies,
        'count of the facet',
      );
      same(await callsSent(api), before, 'calls');
      subject.memo.set('investor', name);
    },
  },
  {
    name: 'an investor is watched and merged, and every change can be undone',
    run: async (subject) => {
      const { api } = subject;
      const name = memo(subject, 'investor');
      const other = (await api.investors.get({ name })).coInvestors[0]?.name ?? '';
      const watched = await api.investors.setWatched({ name, watched: true });
      same(await api.investors.watched({}), { investors: [{ name, unseen: 0 }] }, 'watched');
      await api.marks.undo({ token: watched.undo ?? '' });
      same((await api.investors.get({ name })).watched, false, 'after undo');
      if (other === '') return;
      const { undo } = await api.investors.merge({ name: other, into: name });
      same((await api.investors.get({ name: other })).name, name, 'merged');
      await api.investors.separate({ name: other });
      same((await api.investors.get({ name: other })).name, other, 'separated');
      await api.investors.setDistinct({ name, other });
      check(undo !== null, 'no undo token');
    },
  },
  {
    name: 'unknown investors and hostile names are rejected',
    run: async ({ api, port }) => {
      const name = 'nobody of this name';
      for (const work of [
        api.investors.get({ name }),
        api.investors.setWatched({ name, watched: true }),
        api.investors.merge({ name, into: name }),
      ])
        same((await failure(work, 'not-found')).what, 'investor', 'unknown');
      for (const [channel, input] of [
        ['investors.get', { name: '' }],
        ['investors.get', { name: 'x'.repeat(501) }],
        ['investors.rounds', { name, offset: -1, limit: 1 }],
        ['investors.merge', { name }],
      ] as const) {
        const reply = await port.request(channel, input);
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${channel}`);
      }
    },
  },
];
