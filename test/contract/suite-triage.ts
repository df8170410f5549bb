import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover triage, long-running work and the demo's first-steps guide. */

const DAY_MS = 86_400_000;

export const triageSteps: readonly ContractStep[] = [
  {
    name: 'companies are done, snoozed and reopened together, counted by the library, and each change can be undone',
    run: async ({ api }) => {
      const changed: unknown[] = [];
      const stop = api.marks.onChanged(({ companyIds }) => changed.push(companyIds));
      const { rows = [], total } = await api.library.open({ sort: 'name', rowsFrom: 0 });
      const [a, b, c] = rows.map(({ companyId }) => companyId);
      if (a === undefined || b === undefined || c === undefined) throw new Error('too few companies');
      const { atMs, tally } = await api.triage.tally({ sinceMs: null });
      same(tally, { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0, followUps: 0 }, 'nothing yet');
      const { serverNowMs } = await api.quota.status({});
      const untilMs = serverNowMs + 2 * DAY_MS;
      const done = await api.triage.setDone({ companyIds: [a, b] });
      await api.triage.snooze({ companyIds: [b, c], untilMs });
      const { marks } = await api.triage.of({ companyIds: [a, b, c] });
      const states = Object.fromEntries(marks.map(({ companyId, mark }) => [companyId, mark.state]));
      same(states, { [a]: 'done', [b]: 'snoozed', [c]: 'snoozed' }, 'states');
      const snoozed = await api.triage.list({ state: 'snoozed', offset: 0, limit: 50 });
      same([snoozed.total, snoozed.companies.length], [2, 2], 'snoozed');
      check(
        snoozed.companies.every(({ companyName }) => companyName !== ''),
        'without a name',
      );
      const { counts } = await api.library.open({ filters: { triage: ['todo'] } });
      same(counts?.triage, { todo: total - 3, snoozed: 2, done: 1 }, 'counted');
      const toDo = await api.library.open({ filters: { triage: ['todo'] } });
      same(toDo.total, total - 3, 'to do');
      const since = await api.triage.tally({ sinceMs: atMs });
      same([since.tally.done, since.tally.snoozed], [1, 2], 'tally');
      await until(() => changed.length >= 2, 'both changes pushed');
      same(
        (await failure(api.marks.undo({ token: done.undo ?? '' }), 'conflict')).reason,
        'changed-since',
        'undo',
      );
      const reopened = await api.triage.putBack({ companyIds: [a, b, c] });
      same((await api.triage.of({ companyIds: [a, b, c] })).marks, [], 'reopened');
      await api.marks.undo({ token: reopened.undo ?? '' });
      same((await api.triage.of({ companyIds: [a, b, c] })).marks.length, 3, 'after undo');
      await api.triage.putBack({ companyIds: [a, b, c] });
      stop();
    },
  },
  {
    name: 'a snooze ends in the future, and hostile input is rejected',
    run: async ({ api, port }) => {
      const { rows = [] } = await api.library.open({ rowsFrom: 0 });
      const companyIds = rows.slice(0, 1).map(({ companyId }) => companyId);
      await failure(api.triage.snooze({ companyIds, untilMs: 1 }), 'validation');
      for (const [channel, input] of [
        ['triage.setDone', { companyIds: [] }],
        ['triage.setDone', { companyIds: Array.from({ length: 51 }, (_, at) => `c${at}`) }],
        ['triage.snooze', { companyIds }],
        ['triage.list', { state: 'all', offset: 0, limit: 50 }],
        ['triage.of', { companyIds, bulk: true }],
      ] as const) {
        const reply = await port.request(channel, input);
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${channel}`);
      }
    },
  },
  {
    name: 'first steps in the demo are stored as they are done, and can be hidden',
    run: async ({ api, port }) => {
      // The app's own window may already have completed some of the first steps.
      const before = await api.onboarding.get({});
      same([before.offered, before.hidden], [true, false], 'at first');
      await api.onboarding.did({ step: 'note' });
      const { done } = await api.onboarding.did({ step: 'note' });
      same(done.toSorted(), [...new Set([...before.done, 'note'])].toSorted(), 'done');
      same((await api.onboarding.setHidden({ hidden: true })).hidden, true, 'hidden');
      same(await api.onboarding.get({}), { offered: true, done, hidden: true }, 'kept');
      await api.onboarding.setHidden({ hidden: false });
      const reply = await port.request('onboarding.did', { step: 'pay' });
      check(!reply.ok && reply.error.kind === 'validation', 'an unknown step');
    },
  },
  {
    name: 'long work is listed, and finished work cannot be cancelled',
    run: async ({ api }) => {
      check(Array.isArray((await api.progress.list({})).works), 'no list');
      same(await api.progress.cancel({ id: 'gone' }), { cancelled: false }, 'cancel');
    },
  },
];
