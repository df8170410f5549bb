import type { EarlyConnection } from './ws-port.ts';

/*
 * The first that runs of a page of the loopback shell, and a file of its own: while the code of the screens is still on its way,
 * the connection opens and what the first view is drawn from is asked for. In Electron the core is asked over a preload script,
 * which needs no connection.
 */

const PAGE = { offset: 0, limit: 50 };

/**
 * As the frame and Today ask it; what they ask in other words is asked twice. Free of charge, and without what tells the time:
 * an answer may wait here for a moment.
 */
const FIRST: readonly (readonly [channel: string, input: object])[] = [
  ['app.info', {}],
  ['settings.appearance', {}],
  ['settings.shortcuts', {}],
  ['progress.list', {}],
  ['signals.open', { filters: { text: '', from: null, unseen: true, icp: null }, rowsFrom: 0 }],
  ['plan.closing', PAGE],
  ['tasks.due', { ...PAGE, until: null }],
  ['plan.today', {}],
  ['plan.gap', {}],
  ['plan.rules', {}],
  ['triage.tally', { sinceMs: null }],
  ['watch.lists', {}],
  ['watch.feed', { listId: null, unseenOnly: true, ...PAGE }],
  ['backups.status', {}],
  ['signals.receiver', {}],
  ['signals.summary', {}],
  ['onboarding.get', {}],
  // Last: with its answer the frame is drawn, and what stands in it is there then.
  ['workspaces.list', {}],
];

function askEarly(): EarlyConnection {
  const socket = new WebSocket(`ws://${window.location.host}/socket`);
  const heard: unknown[] = [];
  const listening = new AbortController();
  const asked = FIRST.map(([channel, input]) => ({ id: `early ${channel}`, channel, input }));
  socket.addEventListener('message', ({ data }) => heard.push(data), { signal: listening.signal });
  socket.addEventListener('open', () => {
    for (const each of asked) socket.send(JSON.stringify(each));
  });
  return { socket, asked, heard, stop: () => listening.abort() };
}

if (window.location.protocol === 'http:') Reflect.set(window, 'roundwatchEarly', askEarly());
