import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover the offline queue and notifications. */

const accepted = { requests: 1, records: 0, pageTurns: 0, companies: 0 };

export const offlineSteps: readonly ContractStep[] = [
  {
    name: 'a queued request whose price rose waits for approval with its new price, and can be cancelled',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.offline.onChanged(() => (pushes += 1));
      const ask = { kind: 'profile' as const, companyId: 'cmp_nowhere' };
      const { id } = await api.offline.add({ ask, accepted, screen: 'company' });
      const state = async () => (await api.offline.list({})).calls.find((call) => call.id === id)?.state;
      await until(async () => (await state()) === 'dearer', 'a request whose price rose');
      const call = (await api.offline.list({})).calls.find((each) => each.id === id);
      same([call?.state, call?.now?.cost.records, call?.about], ['dearer', 1, 'cmp_nowhere'], 'dearer');
      same((await api.offline.cancel({ id })).cancelled, true, 'cancelled');
      same((await api.offline.cancel({ id })).cancelled, false, 'twice');
      const gone = await failure(api.offline.accept({ id, accepted }), 'not-found');
      same(gone.what, 'queued-request', 'cancelled');
      const nowhere = { kind: 'saved-search' as const, searchId: '999' };
      await failure(api.offline.add({ ask: nowhere, accepted, screen: 'search' }), 'not-found');
      await until(() => pushes >= 2, 'both pushes');
      stop();
    },
  },
  {
    name: 'hostile requests are rejected',
    run: async ({ port }) => {
      for (const ask of [
        { kind: 'stats' },
        { kind: 'profile', companyId: '' },
        { kind: 'panel', companyId: 'a', panel: 'contacts' },
        { kind: 'search', question: { list: 'planets', query: {} } },
      ]) {
        const reply = await port.request('offline.add', { ask, accepted, screen: 'search' });
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${JSON.stringify(ask)}`);
      }
    },
  },
  {
    name: 'notification settings are the user’s choice, stored on this computer',
    run: async ({ api, port }) => {
      const { supported, problem, ...before } = await api.notifications.settings({});
      const wanted = { ...before, digest: false, hour: 9, threshold: 70 };
      same(await api.notifications.setSettings(wanted), wanted, 'set');
      same(await api.notifications.settings({}), { ...wanted, supported, problem }, 'kept');
      if (!supported)
        same((await api.notifications.test({})).shown, false, 'notifications are not supported');
      for (const change of [{ hour: 24 }, { threshold: 101 }, { quietFrom: -1 }, { digest: 'yes' }]) {
        const reply = await port.request('notifications.setSettings', { ...wanted, ...change });
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${JSON.stringify(change)}`);
      }
      await api.notifications.setSettings(before);
    },
  },
];
