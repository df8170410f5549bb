import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seniorityRank } from '../../../../shared/contact-order.ts';
import type { ContactKeyState } from '../../../../electron/core/contacts/contact-encryption.ts';
import { RELEASED_A_MINUTE } from '../../../../electron/core/contacts/release-rate-limit.ts';
import { assistantTools } from '../../../../electron/core/assistants/tools/index.ts';
import { byHand, runPricedRequest } from '../../../../electron/core/fetching/priced-request.ts';
import {
  fetchContacts,
  openAssistantWorld,
  type AssistantWorld,
} from '../../../support/assistants/assistant-world.ts';
import { callerOf, refusalOf } from '../../../support/assistants/tool-calls.ts';

const LOCKED: ContactKeyState = { mode: 'locked' };
let world: AssistantWorld;
let companyId: string;
let input: { company_id: string };
beforeAll(async () => {
  world = await openAssistantWorld();
  companyId = await fetchContacts(world);
  input = { company_id: companyId };
  const price = { requests: 1, records: 60, pageTurns: 0, companies: 1 };
  await runPricedRequest(world.workspace, { endpoint: 'company', companyId }, byHand(price, 'company'));
});
afterAll(() => world.dispose());

interface Contact {
  readonly name: string;
  readonly title: string | null;
  readonly email: string | null;
}
const contactsIn = (data: object): readonly Contact[] =>
  'contacts' in data && Array.isArray(data.contacts) ? data.contacts : [];

describe('company_contacts', () => {
  it('returns the stored contacts of one company, and counts them', async () => {
    const caller = callerOf(world);
    const reply = await caller.call('company_contacts', input);
    const contacts = contactsIn(reply.data);
    expect(contacts.length).toBeGreaterThan(0);
    expect(contacts[0]).toMatchObject({ name: expect.any(String), title: expect.any(String) });
    const ranks = contacts.map(({ title }) => seniorityRank(title));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBeGreaterThan(1);
    expect([reply.read, reply.companyIds, caller.handed]).toEqual([
      [{ kind: 'contacts', itemId: companyId, companyId, amount: contacts.length }],
      [companyId],
      [companyId],
    ]);
    expect(await refusalOf(caller.call('company_contacts', { company_id: [companyId, companyId] }))).toBe(
      'invalid',
    );
  });

  it('is refused while contacts are locked, and counts nothing', async () => {
    const caller = callerOf(world, { seal: LOCKED });
    expect(await refusalOf(caller.call('company_contacts', input))).toBe('locked');
    expect([caller.handed, caller.context.release.released().size]).toEqual([[], 0]);
  });

  it('is refused when the contacts of too many companies were released within a minute', async () => {
    const caller = callerOf(world);
    for (let at = 0; at < RELEASED_A_MINUTE; at += 1) caller.context.release.ask(`cmp_${at}`);
    expect(await refusalOf(caller.call('company_contacts', input))).toBe('too-many');
  });

  it('returns nothing when the limit on companies is reached', async () => {
    const caller = callerOf(world, { cap: 0 });
    expect(await refusalOf(caller.call('company_contacts', input))).toBe('over-cap');
    expect(caller.context.release.released().size).toBe(0);
  });
});

it('while contacts are locked, no tool returns a name, title, address or match of a contact', async () => {
  const { data } = await callerOf(world).call('company_contacts', input);
  const secrets = contactsIn(data).flatMap(({ name, title, email }) =>
    [name, title, email].flatMap((each) => each ?? []),
  );
  expect(secrets.length).toBeGreaterThan(2);
  const caller = callerOf(world, { seal: LOCKED, cap: 100 });
  const calls: Readonly<Record<string, object>> = {
    find_companies: { text: secrets[0] ?? '' },
    quote: { request: 'profile', company_id: companyId },
    propose: { request: 'profile', company_id: companyId, reason: 'x' },
  };
  for (const tool of assistantTools) {
    if (!tool.readOnly || ['company_contacts', 'receipt'].includes(tool.name)) continue;
    const takesCompany = Object.hasOwn(tool.input().shape, 'company_id') && !Object.hasOwn(calls, tool.name);
    const reply = await caller.call(tool.name, calls[tool.name] ?? (takesCompany ? input : {}));
    const found = JSON.stringify(reply.data);
    expect([tool.name, secrets.filter((each) => found.includes(each))]).toEqual([tool.name, []]);
    expect([tool.name, /"match"/.test(found)]).toEqual([tool.name, false]);
  }
  for (const tool of ['quote', 'propose'] as const) {
    const wanted = {
      request: 'contacts',
      company_id: companyId,
      ...(tool === 'propose' ? { reason: 'x' } : {}),
    };
    expect([tool, await refusalOf(caller.call(tool, wanted))]).toEqual([tool, 'locked']);
  }
});
