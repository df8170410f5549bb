import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DataOriginReason } from '../../../../shared/contract/privacy.ts';
import {
  privacy,
  retentionOptions,
  allDeletionEffects,
  serviceDeletionEffects,
} from '../../../../renderer/features/settings/privacy/strings.ts';
import {
  companyDeletionEffects,
  contactDeletionEffects,
} from '../../../../renderer/features/company/privacy-strings.ts';
import { removeUndecryptableText } from '../../../../renderer/features/settings/account/remove-undecryptable-text.ts';
import { help } from '../../../../renderer/features/help/strings.ts';
import { dataPrivacy } from '../../../../renderer/ui/text/data-privacy-strings.ts';
import { compiled } from '../../support/compiled.ts';
import { reasonLine } from '../../../../renderer/features/company/data-origin-text.ts';

const NOW_MS = Date.UTC(2026, 4, 14, 9, 40);
const DAY_MS = 86_400_000;
const call = {
  ledgerId: 7,
  endpoint: 'contacts',
  call: '/companies/c_1/contacts',
  atMs: NOW_MS,
  cost: { requests: 1, records: 9, pageTurns: 0, companies: 0 },
  reason: 'You',
  lane: null,
  screen: 'company',
} as const;
const people: DataOriginReason = {
  what: 'people',
  source: 'contacts',
  fetchedAtMs: NOW_MS,
  call,
  people: 9,
  expiresAtMs: NOW_MS + 365 * DAY_MS,
};

test('Settings and About say what leaves this computer in the same words', async () => {
  const load = compiled();
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/settings/privacy/DataPrivacy.svelte');
  const { body } = z.object({ body: z.string() }).parse({ body: render(component, { props: {} }).body });
  for (const sentence of dataPrivacy.sentences) {
    expect(body).toContain(sentence);
    expect(help.about.privacy).toContain(sentence);
  }
});

describe('why data is stored', () => {
  test('names the request, its total price, who made it and when the data is deleted', () => {
    expect(reasonLine(people, NOW_MS)).toMatchObject({
      what: '9 contacts',
      how: 'Fetched by you, on the company page',
      request: 'Contacts for this company',
      call: '/companies/c_1/contacts',
      price: '1 request, 9 records',
      until: 'Will be deleted automatically on Friday 14 May 2027',
    });
  });
  test('names a rule, and shows overdue data as due at the next check', () => {
    const ruled = {
      ...people,
      call: { ...call, reason: 'Watched list Warm intros' },
      expiresAtMs: NOW_MS - 1,
    };
    expect(reasonLine(ruled, NOW_MS)).toMatchObject({
      how: 'Fetched (watched list Warm intros), on the company page',
      until: 'Will be deleted automatically within a day',
    });
  });
  test('distinguishes a webhook from an unknown request', () => {
    const withoutCall = { ...people, what: 'company', people: null, call: null, expiresAtMs: null } as const;
    expect(reasonLine({ ...withoutCall, source: 'webhook' }, NOW_MS)).toMatchObject({
      how: 'Received as a webhook event',
      call: null,
      price: null,
      until: 'Never deleted automatically',
    });
    expect(reasonLine({ ...withoutCall, source: 'company' }, NOW_MS).how).toContain('request history');
  });
  test('removes characters from a request that reorder text', () => {
    const encoded = { ...people, call: { ...call, call: '/fundings?countries%5B%5D=DE' } };
    expect(reasonLine(encoded, NOW_MS).call).toBe('/fundings?countries[]=DE');
    const hostile = { ...people, call: { ...call, call: '/companies/\u202egnp.exe\u0000' } };
    const shown = reasonLine(hostile, NOW_MS).call ?? '';
    expect([shown.includes('\u202e'), shown.includes('\u0000')]).toEqual([false, false]);
  });
});

describe('deleted and kept data', () => {
  const counts = { companies: 41, people: 31, notes: 2, lists: 3, backups: 5, suppressions: 1 };
  test('deleting downloaded data keeps user data, ledger, keys and blocked contacts', () => {
    const { deleted, kept } = serviceDeletionEffects(counts, false);
    expect(deleted.join('; ')).toMatch(/41 companies.*31 contacts/);
    expect(kept).toEqual([
      'your data: notes on 2 companies, 3 lists, tasks, contact log, templates, saved searches and everything else you added',
      '5 backups',
      'the request history',
      'the API key and the contact key',
      'the list of 1 blocked contact',
    ]);
  });
  test('deleting everything includes what deleting downloaded data keeps', () => {
    for (const line of serviceDeletionEffects(counts, false).kept)
      expect(allDeletionEffects(counts, false).deleted).toContain(line);
  });
  test('leaves out counts of 0', () => {
    const none = { companies: 0, people: 0, notes: 0, lists: 0, backups: 0, suppressions: 0 };
    const [service, everything] = [serviceDeletionEffects(none, false), allDeletionEffects(none, false)];
    expect([...service.deleted, ...service.kept, ...everything.deleted].join('; ')).not.toMatch(/\b0\b/);
    expect(service.deleted[0]).toBe('all downloaded data');
    expect(service.kept).toContain(
      'your data: tasks, contact log, templates, saved searches and everything else you added',
    );
    expect(serviceDeletionEffects({ ...none, lists: 1, companies: 1 }, false)).toMatchObject({
      deleted: ['1 company and all other downloaded data', privacy.wipe.opened, expect.any(String)],
      kept: expect.arrayContaining([
        'your data: 1 list, tasks, contact log, templates, saved searches and everything else you added',
      ]) as unknown,
    });
  });
  test('names no keys for the demo, which has none', () => {
    const { deleted, kept } = allDeletionEffects(counts, true);
    expect([...deleted, ...kept, ...serviceDeletionEffects(counts, true).kept].join()).not.toMatch(/key/);
    expect(deleted).toContain('5 backups');
  });
  test('counts responses and contacts of a company separately', () => {
    expect(
      companyDeletionEffects([{ people: null }, { people: null }, { people: 9 }]).deleted.slice(0, 2),
    ).toEqual(['downloaded data from 2 requests or webhook events', '9 contacts']);
    expect(companyDeletionEffects([]).deleted[0]).toBe('all downloaded data about this company');
  });
  test('only blocking keeps a code that recognises the contact', () => {
    expect(contactDeletionEffects('suppress').kept.join()).toContain('a code, without the name');
    expect(contactDeletionEffects('erase').kept.join()).not.toContain('a code');
  });
});

test('offers the current retention period among the sorted choices', () => {
  expect(retentionOptions(null).map(({ value }) => value)).toEqual([
    '3',
    '6',
    '12',
    '18',
    '24',
    '36',
    'never',
  ]);
  expect(retentionOptions(7).map(({ value }) => value)).toEqual([
    '3',
    '6',
    '7',
    '12',
    '18',
    '24',
    '36',
    'never',
  ]);
});

test('describes a blocked contact by how it is recognised, never by name', () => {
  expect(privacy.out.knownBy(['linkedin', 'email'])).toBe(
    'recognised by LinkedIn profile and e-mail address',
  );
  expect(privacy.out.knownBy([])).toBe('no longer recognised');
});

test('warns that blocked contacts can no longer be recognised after removing undecryptable ones', () => {
  const plain = removeUndecryptableText({ people: 31, suppressions: 0 });
  expect(plain.deleted[0]).toBe('31 contacts stored on this computer');
  expect(JSON.stringify(plain)).not.toContain('blocked');
  const { deleted, kept } = removeUndecryptableText({ people: 31, suppressions: 2 });
  expect(deleted.join()).toContain('the codes that identify 2 blocked contacts');
  expect(kept.join()).toContain(
    'the date of each block, but not who was blocked (block these contacts again',
  );
});
