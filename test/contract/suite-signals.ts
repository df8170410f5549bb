import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { deliver, eventOf, freePort } from '../support/webhook/webhook-receiver.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover webhook events, which the demo's service delivers to the real receiver. */

export const signalSteps: readonly ContractStep[] = [
  {
    name: 'the receiver is off at first, and reports each missing setting in turn',
    run: async ({ api, memo }) => {
      const first = await api.signals.receiver({});
      same(
        [first.state, first.enabled, first.key.state, first.lastReceivedAtMs],
        ['off', false, 'absent', null],
        'first',
      );
      check(/^\/hook\/[0-9a-f]{32}$/.test(first.path), `path ${first.path}`);
      same((await api.signals.setEnabled({ enabled: true })).state, 'no-key', 'no key');
      const port = await freePort();
      const named = await api.signals.setAddress({ port, tunnelHost: ' Hooks.Example.com ' });
      same([named.publicUrl, named.path], [`https://hooks.example.com${first.path}`, first.path], 'address');
      const { key, receiver } = await api.signals.makeKey({ place: 'session' });
      same(
        [receiver.state, receiver.key.state, receiver.receivedSinceChange],
        ['listening', 'ready', false],
        'listening',
      );
      check(!JSON.stringify(await api.signals.receiver({})).includes(key), 'the key can be read again');
      memo.set('hook', JSON.stringify({ port, path: first.path, authorization: `Bearer ${key}` }));
    },
  },
  {
    name: 'a delivery creates a company, and costs nothing',
    run: async ({ api, memo }) => {
      const hook = JSON.parse(memo.get('hook') ?? '{}') as Parameters<typeof deliver>[1];
      const calls = (await api.demo.transcript({ offset: 0, limit: 1 })).total;
      const pushed = { stream: 0, receiver: 0, library: 0 };
      const stops = [
        api.signals.onChanged(() => (pushed.stream += 1)),
        api.signals.onReceiver(() => (pushed.receiver += 1)),
        api.library.onChanged(() => (pushed.library += 1)),
      ];
      const event = {
        companyId: 'cmp_heard',
        roundId: 'fnd_heard',
        icp: 81,
        note: 'call Monday',
        status: 'new',
      };
      same((await deliver(eventOf(event), hook)).status, 202, 'answer');
      same((await deliver(eventOf({ ...event, icp: null }), hook)).status, 202, 'the other preference');
      same((await deliver(eventOf(event), { ...hook, authorization: null })).status, 401, 'no key');
      await until(() => pushed.stream > 0 && pushed.receiver > 0 && pushed.library > 0, 'the pushes');
      for (const stop of stops) stop();
      const opened = await api.signals.open({ filters: { from: 'event' } });
      same(opened.total, 1, 'one event');
      const [row] = (await api.signals.rows({ queryId: opened.queryId, offset: 0, limit: 50 })).rows;
      same(
        [row?.companyId, row?.icpMatch, row?.seen, row?.sources],
        ['cmp_heard', 81, false, ['webhook']],
        'row',
      );
      same(row?.company?.name, 'Company cmp_heard', 'its company');
      const detail = await api.signals.get({ id: row?.id ?? '' });
      same([detail.userNote, detail.deliveries, detail.triggers.length], ['call Monday', 2, 1], 'detail');
      same((await api.companies.get({ id: 'cmp_heard' })).row.stage, 'Series A', 'the card');
      const { refused, lastRefusal, month, receivedSinceChange } = await api.signals.receiver({});
      same([refused, lastRefusal?.why, month.events, month.duplicates], [1, 'no-key', 1, 1], 'figures');
      check(receivedSinceChange, 'no delivery since the change');
      same((await api.demo.transcript({ offset: 0, limit: 1 })).total, calls, 'calls');
    },
  },
  {
    name: 'events are filtered, marked as seen and unmarked; pasted events are included',
    run: async ({ api }) => {
      const pasted = await api.signals.paste({
        text: JSON.stringify(eventOf({ companyId: 'cmp_pasted', icp: null })),
      });
      same(pasted.outcome, 'added', 'pasted');
      const again = await api.signals.paste({ text: JSON.stringify(eventOf({ companyId: 'cmp_pasted' })) });
      same(again.outcome, 'known', 'again');
      same(
        await api.signals.paste({ text: '{\n"a": 1,\n b}' }),
        { outcome: 'refused', why: 'not-json', line: 3 },
        'not JSON',
      );
      same(
        await api.signals.paste({ text: '[]' }),
        { outcome: 'refused', why: 'not-object', line: null },
        'not an object',
      );
      same(
        await api.signals.paste({ text: '{}' }),
        { outcome: 'refused', why: 'no-company', line: null },
        'no company',
      );
      const total = async (filters: object): Promise<number> => (await api.signals.open({ filters })).total;
      same(await total({ text: 'cmp_heard' }), 1, 'by name');
      same(await total({ icp: 80 }), 1, 'by score');
      const { unseenEvents } = await api.signals.summary({});
      const { allTotal } = await api.signals.open({});
      const { undo, marked, atMs } = await api.signals.markSeen({ ids: null });
      same((await api.signals.open({ seenSinceMs: atMs })).allTotal, allTotal, 'still listed');
      same([(await api.signals.summary({})).unseen, marked >= unseenEvents], [0, true], 'seen');
      await api.marks.undo({ token: undo ?? '' });
      same((await api.signals.summary({})).unseenEvents, unseenEvents, 'after undo');
      await failure(api.signals.rows({ queryId: 'gone', offset: 0, limit: 1 }), 'not-found');
      same((await failure(api.signals.get({ id: 'e999999' }), 'not-found')).what, 'signal', 'missing');
    },
  },
  {
    name: 'hostile settings of the receiver are rejected, and it accepts nothing once it is off',
    run: async ({ api, port, memo }) => {
      for (const [channel, input] of [
        ['signals.setAddress', { port: 80, tunnelHost: null }],
        ['signals.setAddress', { port: 47_821, tunnelHost: 'evil.example/path' }],
        ['signals.setAddress', { port: 47_821, tunnelHost: 'a b' }],
        ['signals.setKey', { key: 'short', place: 'session' }],
        ['signals.setKey', { key: 'with a space in it', place: 'session' }],
        ['signals.paste', { text: 'x'.repeat(262_145) }],
        ['signals.open', { filters: { icp: 101 } }],
      ] as const) {
        const reply = await port.request(channel, input);
        check(
          !reply.ok && reply.error.kind === 'validation',
          `${channel} accepted ${JSON.stringify(input).slice(0, 60)}`,
        );
      }
      same((await api.signals.setEnabled({ enabled: false })).state, 'off', 'off');
      const hook = JSON.parse(memo.get('hook') ?? '{}') as Parameters<typeof deliver>[1];
      same((await deliver(eventOf(), hook)).status, 0, 'the receiver is off');
      same((await api.signals.clearKey({})).key.state, 'absent', 'cleared');
    },
  },
  {
    name: 'the demo’s dashboard is connected in one step, sends an event immediately, and more as time moves',
    run: async ({ api }) => {
      const port = await freePort();
      await api.signals.setAddress({ port, tunnelHost: null });
      const before = (await api.signals.summary({})).total;
      same((await api.signals.connectDemo({})).state, 'listening', 'listening');
      await until(async () => (await api.signals.receiver({})).receivedSinceChange, 'the test event');
      await api.demo.travel({ days: 1 });
      await until(async () => (await api.signals.summary({})).total > before + 1, 'events of the next day');
      await api.signals.setEnabled({ enabled: false });
      await api.signals.clearKey({});
    },
  },
];
