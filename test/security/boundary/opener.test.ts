import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import { parseElectronArguments } from '../../../electron/shells/common/arguments.ts';
import { refusedArgument } from '../../../electron/shells/electron/launch-guard.ts';
import { companyIdFromLink, targetOfArguments } from '../../../electron/shells/electron/parse-deep-link.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';
import { hostileAddress, hostileText } from '../../support/generators/hostile-text.ts';
import {
  clock,
  company,
  contact,
  fundingsQuery,
  log,
  loadContactKey,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { storePage } from '../../support/app/store-without-key.ts';

/*
 * Two goals of `npm run security`. X2: the service may send any address or email text, but the app opens only
 * public https addresses and mail links that it built itself. I2: no command line or deep link selects a data
 * folder or causes an exception, and the app accepts only documented switches.
 */

const ADDRESSES = IS_FULL ? 10_000 : 400;
const LINES = IS_FULL ? 100_000 : 5_000;
const BAIT = { baitUrl: 'http://127.0.0.1:9/' };
/** The fixed contact key of demo workspaces, `DEMO_SEAL_KEY` in `core/workspace/contact-key.ts`. */
const DEMO_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');

const folder = tempDir();
const opened: string[] = [];
let app: TestApp;
const idOf = (at: number): string => `cmp_x2_${at}`;

/** Fragments that the test joins into addresses in random order. */
const PIECES = fc.constantFrom(
  ...[
    'https://',
    'https:',
    'HTTPS://',
    'http://',
    'javascript:',
    'file://',
    'data:',
    'mailto:',
    'roundwatch://',
    '//',
  ],
  ...[
    'acme.example',
    'acme',
    '.',
    '..',
    '/',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '%00',
    '%2e',
    '%0d%0a',
    ' ',
    '\t',
    '\n',
    '\u0000',
  ],
  ...[
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0x7f.1',
    '2130706433',
    '\u202e',
    'xn--',
    '。',
    'ß',
    'user:pass@',
    ':22',
    'a'.repeat(300),
  ],
);
const addresses = fc.sample(
  fc.oneof(
    fc.array(PIECES, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.nat({ max: 100_000 }).map((at) => hostileAddress(at, BAIT)),
    fc.nat({ max: 100_000 }).map((at) => hostileText(at, BAIT)),
    fc.webUrl(),
    fc.string({ unit: anyCharacter }),
  ),
  { numRuns: ADDRESSES, seed: 20_260 },
);

beforeAll(async () => {
  await (await startTestApp({ dataDir: folder.path, demo: true })).dispose();
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  const files = openWorkspaceFiles(join(folder.path, 'workspaces', id), { clock, log });
  const seal = loadContactKey(DEMO_KEY);
  for (const [at, address] of addresses.entries()) {
    const of = company(idOf(at), { name: `Company ${at}`, website: address, linkedinUrl: address });
    const listed = page([row(of, round(`x${at}`))]);
    storePage(files.cache, { endpoint: 'fundings', query: fundingsQuery(), page: listed, fetchedAtMs: 1 });
    // The stored contact marks the address as valid, but the app must still check the address before opening
    // it.
    const storedContact = contact({
      name: `P ${at}`,
      email: address,
      emailValid: true,
      linkedinUrl: address,
    });
    storeContacts(files.cache, seal, { companyId: idOf(at), contacts: [storedContact], rawPersonal: [] }, 1);
  }
  files.close();
  let ticks = 0;
  app = await startTestApp({
    dataDir: folder.path,
    demo: true,
    ports: {
      openExternal: (url) => Promise.resolve(void opened.push(url)),
      // The user declines every confirmation, so no plain http link is opened.
      confirm: () => Promise.resolve(false),
      // Each clock reading is 61 s after the previous one, so the rate limit on reading contacts never delays
      // a reply.
      clock: { ...clock, monotonicMs: () => (ticks += 61_000) },
    },
  });
}, 600_000);
afterAll(async () => {
  await app.dispose();
  folder.remove();
});

const HTTPS =
  /^https:\/\/(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)(?:[/?#][\x21-\x7e]*)?$/;
const MAIL = /^mailto:[^\s?&<>"'()\\,;:@]+@[a-z0-9.-]+(?:\?(?:subject=[^\s&=]*)?&?(?:body=[^\s&=]*)?)?$/i;
const isAllowed = (url: string): boolean => {
  if (url.length > 2_000) return false;
  return (
    MAIL.test(url) ||
    (HTTPS.test(url) && !/(?:^|[/.])(?:localhost|local|internal|lan)(?:[/?#]|$)/.test(new URL(url).hostname))
  );
};

describe('the system’s opener', () => {
  it(
    `opens only https to public names and the app’s mail links, of ${number(ADDRESSES)} addresses`,
    { timeout: 900_000 },
    async () => {
      let sent = 0;
      for (let at = 0; at < ADDRESSES; at += 1) {
        const companyId = idOf(at);
        const { people } = await app.api.companies.people({ id: companyId });
        const personId = people[0]?.personId ?? '1';
        const message = {
          subject: hostileText(at, BAIT).slice(0, 300),
          body: hostileText(at + 1, BAIT).slice(0, 9_000),
        };
        const requests: readonly [string, unknown][] = [
          ['links.open', { companyId, link: { kind: 'website' } }],
          ['links.open', { companyId, link: { kind: 'linkedin' } }],
          ['links.open', { companyId, link: { kind: 'person-linkedin', personId } }],
          ['links.mail', { companyId, personId, ...message }],
          // A page may send only the name of the company's field that it wants to open. These messages also
          // contain an address, which the core must not open.
          ['links.open', { companyId, link: { kind: 'website', url: addresses[at] } }],
          ['links.open', { companyId, link: addresses[at] }],
        ];
        for (const [channel, input] of requests) {
          sent += 1;
          const reply = await app.port.request(channel, input);
          if (!reply.ok) expect(reply.error.kind, JSON.stringify(input)).not.toBe('internal');
        }
      }
      const wrong = opened.filter((url) => !isAllowed(url));
      const summary = `${number(sent)} requests about ${number(ADDRESSES)} addresses, ${number(opened.length)} opened`;
      reportFigure(`X2 ${summary}: ${wrong.length} other than https and the app’s mail links`);
      measure('X2', { tried: summary, violations: `${wrong.length}` });
      expect(wrong).toEqual([]);
      // An opener that refuses every address would pass the checks above, but not this one.
      expect(opened.filter((url) => url.startsWith('https:')).length).toBeGreaterThan(ADDRESSES / 20);
    },
  );

  it('finds a planted opener that opens any address', () => {
    const unchecked = addresses.filter((address) => !isAllowed(address));
    measure('X2', { planted: { caught: unchecked.length > 0 ? 1 : 0, of: 1 } });
    expect(unchecked.length).toBeGreaterThan(ADDRESSES / 4);
    for (const url of [
      'http://a.example/',
      'javascript:x',
      'https://localhost/',
      'https://a@b.example/',
      'mailto:a@b.example?cc=c@d.example',
      'file:///x',
    ])
      expect(isAllowed(url), url).toBe(false);
  });
});

/** Switches of Chromium, Electron and Node. Each must be refused at any position of a command line. */
const SWITCHES = [
  ...['inspect', 'inspect-brk', 'remote-debugging-port', 'remote-debugging-pipe', 'js-flags', 'type'],
  ...['no-sandbox', 'disable-gpu-sandbox', 'disable-seccomp-filter-sandbox', 'single-process', 'no-zygote'],
  ...['log-net-log', 'ssl-key-log-file', 'enable-logging', 'log-file', 'trace-startup', 'user-data-dir'],
  ...['proxy-server', 'proxy-pac-url', 'host-rules', 'host-resolver-rules', 'ignore-certificate-errors'],
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path'],
  ...['load-extension', 'disable-web-security', 'enable-features', 'enable-blink-features'],
];
const PREFIXES = ['--', '-', ' --', '\t-'];
const PLATFORMS = ['linux', 'darwin', 'win32'] as const;
/** Returns whether a packaged app may accept an argument. Does not use the code under test. */
const isHarmless = (argument: string): boolean =>
  argument === '--demo' ||
  argument === '--disable-gpu' ||
  /^(?:roundwatch:|--(?:ozone-platform|force-device-scale-factor|lang|password-store)=[\w.-]{1,60}$)/i.test(
    argument,
  );
const isFolder = (argument: string | undefined): boolean =>
  argument !== undefined && /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(argument);

/** Returns the accepted command lines that contain an undocumented argument. */
function findOpenings(
  refused: typeof refusedArgument,
  lines: readonly (readonly string[])[],
): readonly string[] {
  return lines.flatMap((argv) =>
    PLATFORMS.filter((platform) => {
      if (refused(argv, platform) !== null) return false;
      const rest = argv.filter((argument, at) => {
        if (argument === '--data-dir') return !isFolder(argv[at + 1]);
        if (argument.startsWith('--data-dir=')) return !isFolder(argument.slice('--data-dir='.length));
        if (argv[at - 1] === '--data-dir' && isFolder(argument)) return false;
        return !isHarmless(argument);
      });
      return rest.length > 0;
    }).map((platform) => `${platform}: ${argv.join(' ')}`),
  );
}

const word = fc.oneof(
  fc.constantFrom('roundwatch://', 'roundwatch:', '--data-dir=/x', '--data-dir', '--demo', '--', '/', ''),
  fc.constantFrom('--lang=de', '--disable-gpu', '--password-store=basic', '-demo', '--data-dir=', '/inspect'),
  fc.nat({ max: 100_000 }).map((at) => hostileText(at, BAIT)),
  fc.nat({ max: 100_000 }).map((at) => `roundwatch://company/${hostileText(at, BAIT)}`),
  fc.string({ unit: anyCharacter }).map((text) => `roundwatch://company/${text}`),
  fc.string({ unit: anyCharacter }),
);

type Parse = typeof parseElectronArguments;
type CompanyOfLink = typeof companyIdFromLink;

/**
 * Returns the violations. A command line with a deep link is a violation if it is rejected, or if its other
 * arguments have an effect. Any invalid company id that a parser accepts is also a violation.
 */
function findViolations(
  parse: Parse,
  idOfLink: CompanyOfLink,
  lines: readonly (readonly string[])[],
): string[] {
  const wrong: string[] = [];
  for (const argv of lines) {
    const parsed = parse(argv);
    if (argv.some((argument) => /^roundwatch:/i.test(argument)))
      if (!(parsed.ok && parsed.value.dataDir === null && !parsed.value.demo)) wrong.push(argv.join(' '));
    for (const id of [targetOfArguments(argv)?.companyId ?? null, ...argv.map(idOfLink)])
      if (id !== null && (id.length > 200 || /[\p{Cc}\p{Cf}\p{Cs}]|^\.{1,2}$/u.test(id))) wrong.push(id);
  }
  return wrong;
}

describe('links and command lines', () => {
  const lines = fc.sample(fc.array(word, { maxLength: 6 }), { numRuns: LINES, seed: 7 });

  it(`${number(LINES)} samples never throw, select a data folder through a link or open a debugger`, () => {
    const wrong = findViolations(parseElectronArguments, companyIdFromLink, lines);
    for (const [at, argv] of lines.entries())
      for (const [nth, name] of SWITCHES.entries()) {
        const spelled = at % 2 === 0 ? name : name.toUpperCase();
        const planted = `${PREFIXES[(at + nth) % PREFIXES.length] ?? ''}${spelled}=${argv[0] ?? ''}`;
        const place = (at + nth) % (argv.length + 1);
        const line = [...argv.slice(0, place), planted, ...argv.slice(place)];
        for (const platform of PLATFORMS)
          if (refusedArgument(line, platform) === null) wrong.push(line.join(' '));
      }
    wrong.push(...findOpenings(refusedArgument, lines));
    reportFigure(`I2 ${number(LINES)} command lines and links: ${wrong.length} accepted`);
    measure('I2', { tried: `${number(LINES)} lines`, violations: `${wrong.length} accepted, 0 thrown` });
    expect(wrong).toEqual([]);
  });

  it('an accepted link spends nothing and shows no company that is not in the library', async () => {
    const before = await app.api.demo.transcript({ offset: 0, limit: 1 });
    for (let at = 0; at < 200; at += 1) {
      const id = companyIdFromLink(
        `roundwatch://company/${encodeURIComponent(
          hostileText(at, BAIT)
            .slice(0, 150)
            .replaceAll(/\p{Cs}/gu, 'x'),
        )}`,
      );
      if (id === null) continue;
      await expect(app.api.companies.get({ id })).rejects.toMatchObject({ appError: { kind: 'not-found' } });
    }
    expect(await app.api.demo.transcript({ offset: 0, limit: 1 })).toEqual(before);
  });

  it('finds planted parsers that accept switches beside a link, any link, or any unknown switch', () => {
    const acceptingSwitches: Parse = (argv) =>
      parseElectronArguments(argv.filter((each) => !/^roundwatch:/i.test(each)));
    const acceptingAnyLink: CompanyOfLink = (link) =>
      /^roundwatch:\/\/company\/([^]+)$/.exec(link)?.[1] ?? null;
    const some = lines.slice(0, 2_000);
    /**
     * A deliberate defect that the test must find: refuses only the switches in `SWITCHES` and accepts all
     * others, as a denylist would.
     */
    const refusingKnownSwitches: typeof refusedArgument = (argv) =>
      argv.find((argument) => SWITCHES.some((name) => argument.startsWith(`--${name}`))) ?? null;
    const caught = [
      findViolations(acceptingSwitches, companyIdFromLink, some).length > 0,
      findViolations(parseElectronArguments, acceptingAnyLink, some).length > 0,
      findOpenings(refusingKnownSwitches, some).length > 0,
    ].filter(Boolean).length;
    measure('I2', { planted: { caught, of: 3 } });
    expect(caught).toBe(3);
  });
});
