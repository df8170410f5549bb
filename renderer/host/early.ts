import type { EarlyConnection } from './ws-port.ts';

/*
 * The first script of the loopback shell's page. It opens the connection and requests the data of the first
 * view while the code of the screens is still loading. Electron's preload script needs no connection, so
 * Electron does not use this script.
 */

const PAGE = { offset: 0, limit: 50 };

/**
 * Every entry must equal a request of the frame or of Today; otherwise the request is sent twice. Only free
 * reads are allowed, and only those whose reply does not depend on the time, because a reply may wait before
 * it is used.
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
  // Last, because its reply makes the frame appear, and the frame's data should arrive before that.
  ['workspaces.list', {}],
];

function connectEarly(): EarlyConnection {
  const socket = new WebSocket(`ws://${window.location.host}/socket`);
  const messages: unknown[] = [];
  const listening = new AbortController();
  const requests = FIRST.map(([channel, input]) => ({ id: `early ${channel}`, channel, input }));
  socket.addEventListener('message', ({ data }) => messages.push(data), { signal: listening.signal });
  socket.addEventListener('open', () => {
    for (const request of requests) socket.send(JSON.stringify(request));
  });
  return { socket, requests, messages, stopListening: () => listening.abort() };
}

if (window.location.protocol === 'http:') Reflect.set(window, 'roundwatchEarly', connectEarly());
