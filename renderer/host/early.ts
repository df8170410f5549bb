import type { EarlyConnection } from './ws-port.ts';

/*
 * The first script of the loopback shell's page. It opens the connection and requests the first view's data
 * while the screens' code is still loading. Electron's preload script needs no connection, so Electron does
 * not use this script.
 */

const PAGE = { offset: 0, limit: 50 };

/**
 * Requests to send early. Each must equal a request that the frame or Today sends; otherwise, the data is
 * requested twice. Only free reads that do not depend on the time are allowed, because a reply may be used
 * late.
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
  // Comes last, because its reply makes the frame appear. The frame's data should arrive before that.
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
