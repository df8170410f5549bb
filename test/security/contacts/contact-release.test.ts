import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import {
  RELEASED_A_MINUTE,
  RELEASED_BEFORE_SEARCH_PAUSES,
} from '../../../electron/core/contacts/release-rate-limit.ts';
import { createStartDemo } from '../../../electron/shells/common/start-demo.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { CallDef } from '../../../shared/contract/kit.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import {
  company,
  contact,
  fundingsQuery,
  log,
  loadContactKey,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { inputOf, sample } from '../../support/generators/schema-samples.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { storePage } from '../../support/app/store-without-key.ts';

/*
 * Goal T2 of `npm run security`: a compromised page that requests everything it can, as fast as it can, gets
 * the library's contacts only slowly. A user who reads at normal speed is never refused.
 */

/** The number of names that the page guesses. */
const NAMES = IS_FULL ? 4_000 : 200;
const COMPANIES = IS_FULL ? 3_000 : 150;
const MINUTES = IS_FULL ? 60 : 3;
const MINUTE_MS = 60_000;
/** The fixed contact key of demo workspaces, `DEMO_SEAL_KEY` in `core/workspace/contact-key.ts`. */
const DEMO_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');
const NOW_MS = Date.UTC(2026, 5, 10, 9);

const folder = tempDir();
const idOf = (at: number): string => `cmp_t2_${at}`;
const MARKER = /pq(\d+)qp/g;
const markedContact = (at: number) =>
  contact({
    name: `Ada pq${at}qp`,
    title: `Head pq${at}qp`,
    email: `pq${at}qp@ada.example`,
    emailValid: true,
    linkedinUrl: `https://www.linkedin.com/in/pq${at}qp`,
  });

let app: TestApp;
let nowMs = 0;
const advance = (ms: number): void => void (nowMs += ms);

async function start(): Promise<TestApp> {
  const clock = createSystemClock({
    wallMs: () => NOW_MS + nowMs,
    steadyMs: () => nowMs,
    uptimeMs: () => null,
  });
  return startTestApp({
    dataDir: folder.path,
    demo: true,
    keychain: createFakeKeychain(),
    settings: createMapSettings(),
    ports: { clock, startDemo: createStartDemo({ ...clock, nowMs: () => NOW_MS }) },
  });
}

beforeAll(async () => {
  await (await start()).dispose();
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  const clock = createSystemClock({ wallMs: () => NOW_MS, steadyMs: () => nowMs, uptimeMs: () => null });
  const files = openWorkspaceFiles(join(folder.path, 'workspaces', id), { clock, log });
  const seal = loadContactKey(DEMO_KEY);
  for (let at = 0; at < COMPANIES; at += 1) {
    const of = company(idOf(at), { name: `Company ${at}` });
    const listed = page([row(of, round(`r${at}`))]);
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: listed,
      fetchedAtMs: NOW_MS,
    });
    const response = { companyId: idOf(at), contacts: [markedContact(at)], rawPersonal: [] };
    storeContacts(files.cache, seal, response, NOW_MS);
  }
  files.close();
  app = await start();
}, 240_000);
afterAll(async () => {
  await app.dispose();
  folder.remove();
});

/** Returns the indexes of the companies whose contacts occur in a reply. */
const companiesIn = (reply: unknown): ReadonlySet<string> =>
  new Set([...JSON.stringify(reply).matchAll(MARKER)].map(([, at]) => at ?? ''));

interface Released {
  readonly releases: { readonly company: string; readonly atMs: number }[];
  maxPerReply: number;
  sent: number;
}
function watchReplies(): { released: Released; send: (channel: string, input: unknown) => Promise<unknown> } {
  const released: Released = { releases: [], maxPerReply: 0, sent: 0 };
  return {
    released,
    send: async (channel, input) => {
      const reply = await app.port.request(channel, input);
      const companies = companiesIn(reply);
      released.sent += 1;
      released.maxPerReply = Math.max(released.maxPerReply, companies.size);
      for (const each of companies) released.releases.push({ company: each, atMs: nowMs });
      return reply;
    },
  };
}

/** Returns the largest number of companies whose contacts were released within any rolling minute. */
function maxPerMinute({ releases }: Released): number {
  let [first, maxPerReply] = [0, 0];
  const inside = new Map<string, number>();
  for (const { company: id, atMs } of releases) {
    inside.set(id, (inside.get(id) ?? 0) + 1);
    for (
      let old = releases[first];
      old !== undefined && atMs - old.atMs >= MINUTE_MS;
      old = releases[first]
    ) {
      const left = (inside.get(old.company) ?? 1) - 1;
      if (left === 0) inside.delete(old.company);
      else inside.set(old.company, left);
      first += 1;
    }
    maxPerReply = Math.max(maxPerReply, inside.size);
  }
  return maxPerReply;
}

const calls = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([name, def]: [string, CallDef | { kind: 'push' }]) =>
    def.kind === 'call' ? [{ channel: `${group}.${name}`, def }] : [],
  ),
);
/**
 * Prefixes of the names of channels that the test does not call. These channels return no contacts, and would
 * change the state under test.
 */
const EXCLUDED = [
  'workspaces.',
  'privacy.',
  'backups.',
  'demo.',
  'keys.',
  'signals.',
  'settings.',
  'words.',
  'offline.',
  'plan.',
] as const;
const isExcluded = (channel: string): boolean => EXCLUDED.some((start) => channel.startsWith(start));

/** Returns a copy of a message whose ids and search strings refer to an existing company and contact. */
function withExistingIds(value: unknown, at: number): unknown {
  if (Array.isArray(value)) return value.map((part) => withExistingIds(part, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if ((key === 'id' || key === 'companyId') && typeof part === 'string')
        return [key, idOf(at % COMPANIES)];
      if (key === 'personId') return [key, String((at % COMPANIES) + 1)];
      if (key === 'text') return [key, `pq${at % COMPANIES}qp`];
      if (key === 'accepted') return [key, { requests: 0, records: 0, pageTurns: 0, companies: 0 }];
      return [key, withExistingIds(part, at)];
    }),
  );
}

/** Returns the index of the company whose contact has this name, or null if no contact has it. */
function ownerOf(name: string): number | null {
  const [, at = ''] = /^pq(\d+)qp$/.exec(name) ?? [];
  return at !== '' && Number(at) < COMPANIES ? Number(at) : null;
}

const valueOf = (reply: unknown, key: string): unknown =>
  Reflect.get(Object(Reflect.get(Object(reply), 'value')), key);
const companyIdsIn = (reply: unknown): string[] =>
  [...JSON.stringify(reply).matchAll(/"companyId":"([^"]+)"/g)].map(([, id]) => id ?? '');

/**
 * Simulates a malicious page that guesses contacts' names. A guess counts as confirmed if a reply lists a
 * company. It also counts if a reply to the guess differs from the reply to a control text, which no contact
 * contains.
 */
function createOracle() {
  const inferred = new Set<number>();
  const controls = new Map<string, Awaited<ReturnType<typeof seen>>>();
  let [asked, answered] = [0, 0];
  const send = (channel: string, input: unknown): Promise<unknown> => {
    asked += 1;
    return app.port.request(channel, input);
  };
  /**
   * Returns everything that the page can learn by searching for a text. The random query id is removed,
   * because it differs between any two queries.
   */
  const seen = async (text: string) => {
    const opened = await send('library.open', { text, sort: 'amount' });
    const queryId = valueOf(opened, 'queryId');
    const byContact = await send('library.contactMatches', { queryId });
    const others = [
      opened,
      await send('library.find', { text, sort: 'relevance', rowsFrom: 0 }),
      await send('library.rows', { queryId, offset: 0, limit: 50 }),
      await send('library.counts', { queryId }),
      await send('library.named', { text }),
      await send('signals.open', { filters: { text } }),
    ];
    const difference = JSON.stringify(others).replaceAll(/"queryId":"\w+"/g, '');
    return { difference, pause: valueOf(byContact, 'againAfterMs'), rows: companyIdsIn(byContact) };
  };
  return {
    inferred,
    asked: () => asked,
    /** Returns the number of texts that were compared with contacts and matched none. */
    answered: () => answered,
    /**
     * Guesses a name, and compares the result with that of `nowhere`, a control text that occurs in no
     * company and no contact.
     */
    guess: async (text: string, owner: number | null, nowhere = 'zzqx'): Promise<void> => {
      const guess = await seen(text);
      const control = controls.get(nowhere) ?? (await seen(nowhere));
      controls.set(nowhere, control);
      for (const id of guess.rows) inferred.add(Number(id.replace('cmp_t2_', '')));
      if (guess.rows.length === 0 && guess.pause === null) answered += 1;
      // Pauses can be compared only if the control text is looked up directly after the guess. The control
      // text `zzqx` is looked up only once, so its pause is not compared.
      const isPauseDifferent = nowhere !== 'zzqx' && guess.pause !== control.pause;
      if (owner !== null && (guess.difference !== control.difference || isPauseDifferent))
        inferred.add(owner);
    },
  };
}

describe('a compromised page', () => {
  it('is tested with every channel, except for some that exist', () => {
    const unknown = EXCLUDED.filter((start) => !calls.some(({ channel }) => channel.startsWith(start)));
    expect(unknown).toEqual([]);
  });

  it(
    'gets contacts of at most one company per reply and sixty companies per minute, on any channel',
    { timeout: 600_000 },
    async () => {
      const { released, send } = watchReplies();
      // Calls the four channels that release contacts, each of them 90 times a minute.
      for (let minute = 0; minute < MINUTES; minute += 1) {
        for (let turn = 0; turn < 90; turn += 1) {
          const at = (minute * 90 + turn) % COMPANIES;
          const [companyId, personId] = [idOf(at), String(at + 1)];
          await send('companies.people', { id: companyId });
          await send('links.copy', {
            companyId: idOf((at * 7) % COMPANIES),
            field: { kind: 'email', personId: String(((at * 7) % COMPANIES) + 1) },
          });
          await send('links.mail', { companyId, personId, subject: 'x', body: 'y' });
          await send('links.open', { companyId, link: { kind: 'person-linkedin', personId } });
          advance(MINUTE_MS / 90);
        }
      }
      for (const [index, { channel, def }] of calls.filter((each) => !isExcluded(each.channel)).entries())
        for (const [at, input] of fc
          .sample(sample(inputOf(def.input)), { numRuns: IS_FULL ? 60 : 2, seed: 11 })
          .entries()) {
          await send(channel, withExistingIds(input, index * 13 + at));
          advance(20);
        }
      const maxPerReply = maxPerMinute(released);
      const paced = app.logged.filter((line) => line.startsWith('people-paced')).length;
      const words = `${number(released.sent)} messages in ${MINUTES} minutes to a library of ${number(COMPANIES)} companies`;
      const found = `at most ${released.maxPerReply} company per reply, ${maxPerReply} a minute, logged`;
      reportFigure(`T2 ${words}: ${found} (${paced} times)`);
      measure('T2', { tried: words, violations: found });
      expect(released.maxPerReply).toBe(1);
      expect(maxPerReply).toBe(RELEASED_A_MINUTE);
      expect(released.releases.length).toBeGreaterThan(MINUTES * RELEASED_A_MINUTE * 0.9);
      expect(paced).toBeGreaterThan(0);
    },
  );

  it('never delays a user who opens a company every two seconds and copies its fields', async () => {
    advance(2 * MINUTE_MS);
    const { released, send } = watchReplies();
    for (let turn = 0; turn < 90; turn += 1) {
      const id = idOf(turn % COMPANIES);
      const reply = await send('companies.people', { id });
      const people: unknown = Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'people');
      const personId: unknown = Reflect.get(Object(Array.isArray(people) ? people[0] : null), 'personId');
      const copied = await send('links.copy', { companyId: id, field: { kind: 'email', personId } });
      expect(copied).toMatchObject({ ok: true });
      advance(2_000);
    }
    expect(new Set(released.releases.map((each) => each.company)).size).toBe(90);
  });

  it(
    'learns the names of at most sixty companies from a list of names and every difference between replies',
    { timeout: 600_000 },
    async () => {
      advance(2 * MINUTE_MS);
      const page = createOracle();
      // The list contains many names. Some are names of contacts, but most belong to no contact.
      const names = Array.from({ length: NAMES }, (_, at) => `pq${(at * 7) % NAMES}qp`);
      const list = ['pq1', ...names, 'pq2', 'pq3'];
      for (const name of list) {
        await page.guess(name, ownerOf(name));
        advance((MINUTE_MS - 1_000) / list.length);
      }
      const answered = page.answered();
      // A reply without a match shows that no contact has the name. At least two names must remain without a
      // reply: if only one remained, the page could conclude that a contact has that name.
      expect(names.length - answered).toBeGreaterThan(1);
      const bySearch = page.inferred.size;
      for (let at = 0; at < COMPANIES; at += 1)
        if (companiesIn(await app.port.request('companies.people', { id: idOf(at) })).size > 0)
          page.inferred.add(at);
      const words = `a list of ${number(NAMES)} names in one minute, ${number(page.asked())} messages`;
      const found = `${bySearch} companies by search, ${page.inferred.size} in all`;
      reportFigure(`C4 ${words}: ${found} of ${number(COMPANIES)}`);
      measure('C4', { tried: words, violations: found });
      expect(page.inferred.size).toBeLessThanOrEqual(RELEASED_A_MINUTE);
      // Searches must reveal some names; otherwise, the attack itself does not work. They must not reveal
      // more names than the limit allows.
      expect(bySearch).toBeGreaterThan(20);
      expect(bySearch).toBeLessThanOrEqual(RELEASED_BEFORE_SEARCH_PAUSES);
    },
  );

  it('learns nothing more by search once the limit is reached, not even that something is withheld', async () => {
    advance(2 * MINUTE_MS);
    const page = createOracle();
    for (let at = 0; at < RELEASED_BEFORE_SEARCH_PAUSES; at += 1)
      await app.port.request('companies.people', { id: idOf(at) });
    for (let at = 100; at < 114; at += 1) {
      await page.guess(`pq${at}qp`, at, `zzqx${at}`);
      await page.guess(`company ${at} pq${at}`, at, `company ${at} zzqx${at}`);
    }
    expect([...page.inferred]).toEqual([]);
  });

  it('never delays a user who types six names a minute and opens each company', async () => {
    advance(2 * MINUTE_MS);
    for (let turn = 0; turn < 12; turn += 1) {
      const at = (turn * 11 + 40) % COMPANIES;
      const name = `ada pq${at}qp`;
      let queryId: unknown;
      for (let length = 1; length <= name.length; length += 1) {
        queryId = valueOf(await app.port.request('library.find', { text: name.slice(0, length) }), 'queryId');
        advance(200);
      }
      const found = await app.port.request('library.contactMatches', { queryId });
      expect(valueOf(found, 'againAfterMs')).toBeNull();
      expect(companyIdsIn(found)).toEqual([idOf(at)]);
      expect(companiesIn(await app.port.request('companies.people', { id: idOf(at) })).size).toBe(1);
      advance(MINUTE_MS / 6 - name.length * 200);
    }
  });

  it('learns at most fifty addresses a minute by looking up guessed ones', async () => {
    advance(2 * MINUTE_MS);
    const lookUp = async (text: string) => app.port.request('library.byAddress', { text });
    // No contact has these addresses. A lookup that finds nothing still rules out an address, so the number
    // of such lookups per minute is limited too.
    let ruledOut = 0;
    for (let at = 0; at < 90; at += 1)
      if (valueOf(await lookUp(`zz${at}@ada.example`), 'againAfterMs') === null) ruledOut += 1;
    advance(2 * MINUTE_MS);
    let learned = 0;
    for (let at = 0; at < COMPANIES; at += 1) {
      const guess = at % 2 === 0 ? `pq${at}qp@ada.example` : `linkedin.com/in/pq${at}qp`;
      if (companyIdsIn(await lookUp(guess)).length > 0) learned += 1;
    }
    measure('C4', { tried: 'looked-up addresses', violations: `${learned} companies by address` });
    expect([ruledOut, learned]).toEqual([60, RELEASED_BEFORE_SEARCH_PAUSES]);
  });

  it('learns at most sixty names by blocking guessed email addresses', async () => {
    advance(2 * MINUTE_MS);
    // Only a limited number of texts per minute may be compared with contacts. These searches use up most of
    // that limit.
    for (let at = 0; at < 45; at += 1) {
      const queryId = valueOf(await app.port.request('library.find', { text: `zzqx${at}` }), 'queryId');
      await app.port.request('library.contactMatches', { queryId });
    }
    let [learned, refused] = [0, 0];
    for (let at = 0; at < 30; at += 1) {
      const email = at % 3 === 0 ? `nobody${at}@ada.example` : `pq${at}qp@ada.example`;
      const reply = await app.port.request('privacy.suppressByIdentifier', { email, linkedinUrl: null });
      if (Reflect.get(Object(valueOf(reply, 'forgotten')), 'people') === 1) learned += 1;
      if (JSON.stringify(reply).includes('peoplePaced')) refused += 1;
      advance(1_000);
    }
    measure('C4', { tried: 'guessed addresses', violations: `${learned} companies by blocking` });
    expect(learned).toBeLessThanOrEqual(RELEASED_A_MINUTE);
    expect([learned > 5, refused]).toEqual([true, 15]);
  });

  it('finds a planted release that is not counted, and a reply about two companies', async () => {
    advance(2 * MINUTE_MS);
    const { released } = watchReplies();
    for (let at = 0; at < 61; at += 1) released.releases.push({ company: String(at), atMs: nowMs });
    const two = companiesIn({ people: [markedContact(1), markedContact(2)] });
    const caught = [maxPerMinute(released) > RELEASED_A_MINUTE, two.size > 1].filter(Boolean).length;
    measure('T2', { planted: { caught, of: 2 } });
    expect(caught).toBe(2);
  });
});
