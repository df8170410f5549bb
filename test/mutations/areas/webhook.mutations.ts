import type { Edit, Mutation } from '../mutation.ts';

const WEBHOOK = 'electron/core/webhook';
const HOOK_SERVER = `${WEBHOOK}/webhook-server.ts`;
const LOCAL_HTTP = 'electron/core/foundation/local-http';
const LOCAL_SERVER = `${LOCAL_HTTP}/local-server.ts`;
const CONNECTIONS = `${LOCAL_HTTP}/connections.ts`;
const REQUEST_CHECK = `${LOCAL_HTTP}/request-check.ts`;
const DELIVERIES = 'test/reliability/signals-deliveries.test.ts';

/** Returns a mutation that plants a defect in the receiver's request checks. */
const requestCheck = (name: string, guarantee: string, edits: readonly Edit[], title: string): Mutation => ({
  name,
  guarantee,
  edits,
  figure: 'W1',
  test: { file: 'test/security/webhook/requests.test.ts', titles: [title] },
});

/** Creates a defect in the receiver's limits. */
const flooding = (
  name: string,
  guarantee: string,
  edits: readonly Edit[],
  titles: readonly string[],
): Mutation => ({
  name,
  guarantee,
  edits,
  figure: 'W5',
  test: { file: 'test/security/webhook/flooding.test.ts', titles },
});

export const WEBHOOK_MUTATIONS: readonly Mutation[] = [
  {
    name: 'answers-before-storing',
    guarantee: 'an event is stored before its delivery is acknowledged',
    figure: 'W3',
    edits: [
      {
        file: HOOK_SERVER,
        find: '    try {\n      await parts.store(',
        replace: '    end(response, 202);\n    try {\n      await parts.store(',
      },
      {
        file: HOOK_SERVER,
        find: '    end(response, 202);\n    parts.onAnswered(',
        replace: '    parts.onAnswered(',
      },
    ],
    test: { file: DELIVERIES, titles: ['stores an event before it acknowledges it'] },
  },
  {
    name: 'dedupes-by-time',
    guarantee: 'deliveries are duplicates only where they carry the same event',
    figure: 'W2',
    edits: [
      {
        file: `${WEBHOOK}/store-signal.ts`,
        find: 'const identity = event === null ? identityOfBody(delivery.body) : identityOf(event);',
        replace:
          'const found = event === null ? identityOfBody(delivery.body) : identityOf(event);\n' +
          '  const second = Math.floor(delivery.receivedAtMs / 1_000);\n' +
          '  const identity = { ...found, certain: [`time:${second}`], contentName: null };',
      },
    ],
    test: { file: DELIVERIES, titles: ['stores each event once from 120 shuffled deliveries'] },
  },
  requestCheck(
    'host-unchecked',
    'a delivery addressed to another host name is rejected',
    [
      {
        file: REQUEST_CHECK,
        find: "if (!isKnownHost || isRepeated(head, 'host')) return 'host';",
        replace: "if (isRepeated(head, 'host')) return 'host';",
      },
    ],
    'rejects a delivery with the key but another Host',
  ),
  requestCheck(
    'origin-unchecked',
    'a delivery that a web page sends is rejected',
    [{ file: REQUEST_CHECK, find: "if (headers.origin !== undefined) return 'origin';", replace: '' }],
    'rejects a delivery with the key but an Origin',
  ),
  requestCheck(
    'path-unchecked',
    'a delivery to another path is rejected',
    [{ file: REQUEST_CHECK, find: "if (!sameSecret(url ?? '', rules.path)) return 'path';", replace: '' }],
    'rejects a delivery with the key but another path',
  ),
  requestCheck(
    'body-before-key',
    'the key is checked before the body is read',
    [
      {
        file: LOCAL_SERVER,
        find: 'const refused = checkHead(parts, cap, request, port());',
        replace:
          'const early = await readBody(request, response);\n' +
          '    const refused = checkHead(parts, cap, request, port());',
      },
      {
        file: LOCAL_SERVER,
        find: 'const read = await readBody(request, response);',
        replace: 'const read = early;',
      },
    ],
    'rejects a delivery without the key before its body arrives',
  ),
  requestCheck(
    'cap-on-authenticated',
    'deliveries with the key are never rate limited',
    [
      {
        file: LOCAL_SERVER,
        find: 'if (isKnown) return wrong ??',
        replace: "if (isKnown) return cap.allows() ? wrong : 'too-many';\n  if (isKnown) return wrong ??",
      },
    ],
    'accepts 70 concurrent deliveries with the key',
  ),
  {
    name: 'company-with-user-data-withdrawn',
    guarantee: 'a company with user data stays when its only event is removed',
    edits: [
      {
        file: 'electron/core/webhook/withdraw-companies.ts',
        find: 'if (userDataNames(yours, [companyId]).size > 0) return false;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: [
        'leave the company in the library if it has a note',
        'leave the company in the library if it has a tag',
      ],
    },
  },
  {
    name: 'downloaded-company-withdrawn',
    guarantee: 'a company with other downloaded data stays when its only event is removed',
    edits: [
      {
        file: 'electron/core/database/queries/cache/withdrawn-events.ts',
        find: "company_source WHERE company_id = :companyId AND source NOT IN ('webhook', 'paste'))",
        replace: "company_source WHERE company_id = :companyId AND source = 'none')",
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: ['leave the company in the library if it has a search result'],
    },
  },
  {
    name: 'withdrawn-event-loses-its-raw',
    guarantee: 'undoing the removal of an event brings its company back',
    edits: [
      {
        file: 'electron/core/webhook/withdraw-companies.ts',
        find: 'restoreRawEvents(cache, companyId);',
        replace: 'if (companyId === "") restoreRawEvents(cache, companyId);',
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: ['are removed with the company, and undo brings both back'],
    },
  },
  {
    name: 'demo-webhook-dropped',
    guarantee: "the demo's webhook keeps sending after a workspace switch",
    edits: [
      {
        file: 'electron/core/webhook/webhook.ts',
        find: 'if (key !== null) reconnect(',
        replace: 'if (key === null) reconnect(',
      },
    ],
    test: {
      file: 'test/unit/webhook/demo-webhook.test.ts',
      titles: ['sends events again after another workspace was open'],
    },
  },
  flooding(
    'node-timeouts',
    'a delivery that has arrived is accepted although the app was busy',
    [
      {
        file: LOCAL_SERVER,
        find: 'const NO_TIMEOUTS = { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: DAY_MS } as const;',
        replace:
          'const NO_TIMEOUTS = { headersTimeout: 1_000, requestTimeout: 2_000, connectionsCheckingInterval: 200 };',
      },
    ],
    [
      'is accepted although the app was busy when the rest of its headers arrived',
      'is accepted although the app was busy when the rest of its body arrived',
    ],
  ),
  flooding(
    'busy-time-counted',
    'the time in which the app is busy does not count as slowness of a sender',
    [
      {
        file: CONNECTIONS,
        find: 'connection.waitedMs += isLate ? TICK_MS : elapsedMs;',
        replace: 'connection.waitedMs += elapsedMs;',
      },
      {
        file: CONNECTIONS,
        find: 'const isStillDue = connection.waitedMs >= LIMIT_MS[connection.stage];',
        replace: 'const isStillDue = true;',
      },
      {
        file: CONNECTIONS,
        find: 'const hasProgressed = isLate && socket.bytesRead > bytes;',
        replace: 'const hasProgressed = isLate && socket.bytesRead < bytes;',
      },
    ],
    ['is accepted although the app was busy when the rest of its headers arrived'],
  ),
  flooding(
    'strangers-never-ended',
    'a request that does not arrive is ended',
    [{ file: CONNECTIONS, find: 'head: 1_000', replace: 'head: 1_000_000' }],
    ['that does not arrive is still ended, so strangers cannot hold connections'],
  ),
  flooding(
    'few-connections',
    'silent connections that are opened later do not cut a delivery',
    [{ file: CONNECTIONS, find: 'const SOCKETS_MAX = 600;', replace: 'const SOCKETS_MAX = 200;' }],
    ['is accepted although 400 silent connections were opened after its own and before its headers'],
  ),
  flooding(
    'newest-connection-evicted',
    'silent connections do not keep out deliveries',
    [
      {
        file: CONNECTIONS,
        find: 'for (const [socket, { stage }] of open) {',
        replace: 'for (const [socket, { stage }] of [...open].toReversed()) {',
      },
    ],
    ['is accepted while another program opens 1,500 connections, of which most are closed'],
  ),
  flooding(
    'bytes-unlimited',
    'the bytes of deliveries in a minute are limited, even with the key',
    [{ file: HOOK_SERVER, find: "if (!minute.allows(bytes)) return 'too-much';", replace: '' }],
    ['cannot deliver more than 32 MB in a minute'],
  ),
  flooding(
    'stored-bytes-unlimited',
    'the bytes of all stored events are limited',
    [
      {
        file: `${WEBHOOK}/event-budget.ts`,
        find: 'if (estimate + added > max) return false;',
        replace: '',
      },
    ],
    ['cannot fill the disk: the bytes of all events together are limited'],
  ),
  flooding(
    'full-disk-limit-ignored',
    'a delivery is refused when the stored events have reached their limit',
    [{ file: HOOK_SERVER, find: "return hasRoom(bytes) ? null : 'no-room';", replace: 'return null;' }],
    ['is refused when the stored events have reached their limit'],
  ),
  flooding(
    'cap-only-at-start',
    'the inbox never holds more than 10,000 events',
    [{ file: `${WEBHOOK}/inbox.ts`, find: 'if (count > MAX_SIGNALS) prune();', replace: '' }],
    ['cannot store more than 10,000 events, and each is merged into the library before it is deleted'],
  ),
  flooding(
    'pruned-before-merging',
    'an event is merged into the library before it is deleted from the inbox',
    [
      {
        file: `${WEBHOOK}/inbox.ts`,
        find: 'while (isUnmergedBeyond(cache, MAX_SIGNALS)) mergeNext();',
        replace: '',
      },
    ],
    ['cannot store more than 10,000 events, and each is merged into the library before it is deleted'],
  ),
];
