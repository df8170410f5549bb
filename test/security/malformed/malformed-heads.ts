import { FOREIGN } from './json-damage.ts';
import { chunk, chunkedHead, head, JSON_TYPE, once, whole, type Maker } from './malformed-wire.ts';
import type { Random } from '../support/random.ts';

const REASONLESS = [201, 202, 203, 205, 206, 226, 299];
const REFUSALS = [400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 418, 422, 426, 429, 431, 451, 499];
const FAILURES = [500, 501, 502, 503, 504, 507, 511, 520, 599];
const REDIRECTS = [300, 301, 302, 303, 305, 306, 307, 308, 399];
const ODD_STATUS = [600, 700, 999];

/** Returns meaningless values for the headers that the app reads. */
const nonsenseHeaders = (random: Random): string[] => {
  const value = (): string =>
    random.pick([
      '',
      '-1',
      '0',
      '1e99',
      'NaN',
      '99999999999999999999',
      '9'.repeat(400),
      'x',
      '1, 2',
      '0x10',
      '1.5',
    ]);
  const names = [
    'x-ratelimit-per-minute-limit',
    'x-ratelimit-daily-limit',
    'x-ratelimit-monthly-limit',
    'x-ratelimit-monthly-pagination-limit',
    'x-ratelimit-daily-company-detail-limit',
    'x-ratelimit-test-key-monthly-limit',
    'x-ratelimit-limit-type',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-used',
    'x-ratelimit-reset',
    'retry-after',
  ];
  const dates = [
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'yesterday',
    '',
    '8.64e15',
  ];
  return [
    ...names.filter(() => random.chance(0.5)).map((name) => `${name}: ${value()}`),
    `date: ${random.pick(dates)}`,
  ];
};
/** Functions that make responses with a faulty status, header, framing or timing. */
export const HEAD_KINDS: Readonly<Record<string, Maker>> = {
  'headers too large or too many': ({ random, json }) =>
    whole(200, json, [
      JSON_TYPE,
      ...random.pick([
        [`x-big: ${'a'.repeat(20_000 + random.int(60_000))}`],
        Array.from({ length: 1_500 }, (_, index) => `x-${index}: ${'b'.repeat(20)}`),
        ['a'.repeat(70_000)],
        [`set-cookie: ${'c'.repeat(9_000)}`],
      ]),
    ]),
  'invalid headers': ({ random, json }) => ({
    status: null,
    end: 'close',
    steps: once(
      `HTTP/1.1 200 OK\r\n${random.pick([
        'no colon here',
        ': no name',
        'na me: x',
        'x: \u0000',
        ' folded',
        'content-length: -1',
        'content-length: 5\r\ncontent-length: 9',
        'content-length: 1e3',
        'transfer-encoding: chunked\r\ncontent-length: 4',
        'transfer-encoding: gzip',
        'content-length: 99999999999999999999999',
      ])}\r\n${JSON_TYPE}\r\n\r\n`,
      json,
    ),
  }),
  'meaningless limits and dates': ({ random, json }) =>
    whole(random.pick([200, 200, 404, 429, 503]), json, [JSON_TYPE, ...nonsenseHeaders(random)]),
  'a refusal': ({ random, json }) =>
    whole(
      random.pick(REFUSALS),
      random.pick([
        '{"error":"no"}',
        '',
        '<h1>no</h1>',
        '[]',
        'null',
        '{"error":{"__proto__":[]},"code":7,"hint":[]}',
        `{"error":"${'e'.repeat(100_000)}","code":"${'c'.repeat(5_000)}","hint":"${'h'.repeat(5_000)}"}`,
        '{"error":"x","limit_type":"per_minute","limit":-1,"used":1e400,"retry_after":1e400}',
        '{"error":"x","limit_type":{},"limit":"20","used":null,"retry_after":"soon"}',
        '{"error":"x","limit_type":"daily","limit":20,"used":20,"retry_after":-60}',
        json,
      ]),
      [JSON_TYPE, ...(random.chance(0.5) ? nonsenseHeaders(random) : [])],
    ),
  'a failure': ({ random, json }) =>
    whole(random.pick(FAILURES), random.pick(['{"error":"x"}', '', '<h1>x</h1>', json])),
  'a redirect without a target': ({ random }) =>
    whole(random.pick(REDIRECTS), '', [...(random.chance(0.5) ? ['location: /elsewhere'] : [])]),
  'a success without a body': ({ random, json }) =>
    random.pick([
      { status: 204, end: 'keep', steps: once(head(204, [])) },
      { status: 204, end: 'close', steps: once(head(204, [JSON_TYPE]), json) },
      { status: 304, end: 'keep', steps: once(head(304, ['etag: "x"'])) },
      { status: 304, end: 'close', steps: once(head(304, [`content-length: ${json.length}`]), json) },
      whole(random.pick(REASONLESS), random.pick([json, '', 'x'])),
      whole(random.pick(ODD_STATUS), json),
    ]),
  'an informational head first': ({ random, json }) => {
    const body = whole(200, json).steps[0]?.bytes ?? Buffer.alloc(0);
    const early = random.pick([
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50),
    ]);
    return { status: null, end: 'close', steps: once(early, body) };
  },
  'an invalid status line': ({ random, json }) => ({
    status: null,
    end: 'close',
    steps: once(
      random.pick([
        `HTTP/2 200\r\n\r\n${json}`,
        `HTTP/0.9 200 OK\r\n\r\n${json}`,
        `ICY 200 OK\r\n\r\n${json}`,
        `HTTP/1.1 2OO OK\r\n\r\n${json}`,
        `HTTP/1.1  200\r\n\r\n${json}`,
        `HTTP/1.1 20000 OK\r\n\r\n${json}`,
        `HTTP/1.1 -1 OK\r\n\r\n${json}`,
        `HTTP/1.1 099 OK\r\n\r\n${json}`,
        'HTTP/1.1\r\n\r\n',
        'SSH-2.0-OpenSSH_9.2\r\n',
        '220 mail.example.com ESMTP\r\n',
        json,
        '\r\n\r\n\r\n',
        Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]),
        Buffer.from(Array.from({ length: 500 }, () => random.int(256))),
      ]),
    ),
  }),
  'unusual line endings': ({ json }) => ({
    status: null,
    end: 'close',
    steps: once(`HTTP/1.1 200 OK\ncontent-length: ${json.length}\n\n${json}`),
  }),
  'bytes after the end': ({ random, json }) => {
    const { steps } = whole(200, json);
    const foreign = `{"id":"${FOREIGN}","companyName":"${FOREIGN}","status":"${FOREIGN}","data":[{"id":"${FOREIGN}","name":"${FOREIGN}"}]}`;
    const second = `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ncontent-length: ${foreign.length}\r\n\r\n${foreign}`;
    const more = random.pick([second, second.repeat(3), 'garbage', '\r\n', '\u0000'.repeat(1_000)]);
    return random.chance(0.5)
      ? { status: 200, end: 'keep', steps: once(...steps.map(({ bytes }) => bytes), more), isGood: true }
      : {
          status: 200,
          end: 'keep',
          steps: [...steps, { afterMs: 5, bytes: Buffer.from(more) }],
          isGood: true,
        };
  },
  'closed or reset before the head': ({ random }) => ({
    status: null,
    end: random.pick(['close', 'reset']),
    steps: random.pick([[], once('HTT'), once('HTTP/1.1 200 OK\r\ncontent-ty')]),
  }),
  'no response': () => ({ status: null, end: 'hang', steps: [] }),
  'a head, then nothing': ({ random }) => ({
    status: 200,
    end: 'hang',
    steps: once(random.pick([head(200, [JSON_TYPE, 'content-length: 100']), chunkedHead(200)])),
  }),
  'dripping past the deadline': ({ random }) => {
    const status = random.pick([200, 404]);
    const drops = Array.from({ length: 60 }, () => ({ afterMs: 30, bytes: chunk(' ') }));
    return { status, end: 'hang', steps: [...once(chunkedHead(status)), ...drops] };
  },
};
