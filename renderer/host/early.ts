import type { EarlyConnection } from './ws-port.ts';

/*
 * The first script of the loopback shell's page. It signs the tab in, opens the connection and requests the
 * first view's data while the screens' code is still loading. Electron's preload script needs no connection,
 * so Electron does not use this script.
 */

const PAGE = { offset: 0, limit: 50 };

/**
 * Requests to send early. Each must be identical to a request that the frame or Today sends later; otherwise,
 * the data is requested twice. Only free reads are allowed. Their replies must not depend on the time,
 * because they may be used some seconds after they arrive.
 */
const FIRST: readonly (readonly [channel: string, input: object])[] = [
  ['app.info', {}],
  ['settings.appearance', {}],
  ['settings.shortcuts', {}],
  ['progress.list', {}],
  ['signals.open', { filters: { text: '', from: null, unseen: true, icp: null }, rowsFrom: 0 }],
  ['plan.caughtUp', PAGE],
  ['plan.closing', PAGE],
  ['tasks.due', { ...PAGE, until: null, followUps: false }],
  ['followUps.due', PAGE],
  ['plan.today', {}],
  ['plan.gap', {}],
  ['plan.rules', {}],
  ['triage.tally', { sinceMs: null }],
  ['watch.lists', {}],
  ['watch.feed', { listId: null, unseenOnly: true, ...PAGE }],
  ['backups.status', {}],
  ['signals.receiver', {}],
  ['signals.summary', {}],
  ['tasks.due', { offset: 0, limit: 1, until: null }],
  ['onboarding.get', {}],
  // The frame appears when the reply to this request arrives. The request is sent last, so the frame's data
  // has arrived by then.
  ['workspaces.list', {}],
];

/** The `sessionStorage` key of the secret that proves this tab's session to the shell (ADR 58). */
const SESSION_KEY = 'roundwatch-session';
const SECRET = /^[\da-f]{64}$/;

const createSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the one-time token in the address, and removes it from the address bar and the history. */
function takeToken(): string | undefined {
  const token = /^#token=([\w-]{1,64})$/.exec(window.location.hash)?.[1];
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return token;
}

/**
 * Returns the first frame of a connection. If the address contains a one-time token, the frame contains the
 * token and a new secret. It also contains the previous secret, if there is one, because that secret keeps
 * the tab signed in if the token has already been used. Without a token, the frame contains only the previous
 * secret, or a new one if there is none.
 */
function proveSession(): string {
  const token = takeToken();
  try {
    const saved = window.sessionStorage.getItem(SESSION_KEY);
    const previous = saved !== null && SECRET.test(saved) ? saved : undefined;
    if (token === undefined && previous !== undefined) return JSON.stringify({ session: previous });
    const session = createSecret();
    window.sessionStorage.setItem(SESSION_KEY, session);
    return JSON.stringify({ session, token, previous });
  } catch {
    // If the browser blocks storage, the secret cannot be saved, and the session ends when the page is
    // reloaded.
    return JSON.stringify({ session: createSecret(), token });
  }
}

function connectEarly(): EarlyConnection {
  const proof = proveSession();
  // If the user opens an address with a new token in this tab, only the fragment changes and the browser does
  // not reload the page. This listener reloads it.
  window.addEventListener('hashchange', () => {
    if (window.location.hash.startsWith('#token=')) window.location.reload();
  });
  const socket = new WebSocket(`ws://${window.location.host}/socket`);
  const messages: unknown[] = [];
  const listening = new AbortController();
  const requests = FIRST.map(([channel, input], at) => ({ id: `early ${at}`, channel, input }));
  socket.addEventListener('message', ({ data }) => messages.push(data), { signal: listening.signal });
  socket.addEventListener('open', () => {
    socket.send(proof);
    for (const request of requests) socket.send(JSON.stringify(request));
  });
  return { socket, proof, requests, messages, stopListening: () => listening.abort() };
}

if (window.location.protocol === 'http:') Reflect.set(window, 'roundwatchEarly', connectEarly());
