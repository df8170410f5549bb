import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../../../shared/model/company.ts';
import { contactMenu } from '../../../../renderer/features/company/contacts/contact-menu.ts';
import { countMatches } from '../../../../renderer/features/company/contacts/contact-match.ts';
import { compiled } from '../../support/compiled.ts';
import { allowedPrice } from '../../fixture/quota.ts';

/* The contacts of a company, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

async function renderHtml(file: string, props: object): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(`/renderer/features/company/${file}`);
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}

const preview = allowedPrice({ requests: 1, records: 25, pageTurns: 0, companies: 1 }, 'up-to');
const unfetched = {
  id: 'c-1',
  offersProfileOnly: true,
  people: { state: 'never-fetched', people: [], total: 0, stored: 0, stamp: null, hint: null },
  view: {
    row: { window: { state: 'open', closesAtMs: 86_400_000 } },
    totalContacts: null,
    rounds: [],
    stamps: { profile: null },
  },
  panels: { stored: null, roles: null },
  peoplePrice: { preview, busy: false },
  peopleError: null,
  matches: null,
};
const renderContacts = (company: object, full = false, writeKeys?: string): Promise<string> =>
  renderHtml('contacts/Contacts.svelte', {
    app: {},
    company,
    full,
    nowMs: 0,
    fetch: () => undefined,
    writeKeys,
    write: () => undefined,
  });

const person = (personId: string, email: string | null, emailValid = true): Person => ({
  personId,
  name: `Person ${personId}`,
  title: 'CEO',
  email,
  emailValid,
  linkedinUrl: null,
  stamp: { source: 'contacts', fetchedAtMs: 0 },
});

describe('the contacts beside a list', () => {
  const people = [
    person('one', null),
    person('two', 'two@', false),
    person('three', 'three@lumenfold.example'),
    person('four', 'four@lumenfold.example'),
  ];
  const fetched = {
    ...unfetched,
    offersProfileOnly: false,
    people: { state: 'fetched', people, total: 4, stored: 4, stamp: null, hint: null },
  };
  const labelled = /aria-label="([^"]*)"[^>]*>(?:(?!<\/button>).)*>Write<\/span>\s*<\/button>/gs;
  it('offer to write to the first one with a valid address, in words', async () => {
    const html = await renderContacts(fetched);
    expect([...html.matchAll(labelled)].map(([, name]) => name)).toEqual(['Write to Person three']);
    expect(html).toContain('aria-label="Write to Person four"');
  });
  it('show the key for the message only beside that contact, and only if it writes this message', async () => {
    const html = await renderContacts(fetched, false, 'w');
    expect(html.match(/<kbd[^>]*>W<\/kbd>/g)).toHaveLength(1);
    expect(await renderContacts(fetched)).not.toMatch(/<kbd[^>]*>W<\/kbd>/);
  });
  it('leave this to the header at full size', async () => {
    const html = await renderContacts(fetched, true);
    expect([...html.matchAll(labelled)]).toEqual([]);
    expect(html).toContain('aria-label="Write to Person three"');
  });
});

describe('the contacts while buyer roles are set', () => {
  const match = (kind: 'strong' | 'none'): Person['match'] => ({
    match: kind,
    reason: { kind: 'role', department: kind === 'strong' ? 'executive' : 'finance', seniority: 'executive' },
  });
  const ceo = { ...person('ceo', null), match: match('strong') };
  const cfo = { ...person('cfo', null), title: 'CFO', match: match('none') };
  const withMatches = (people: readonly Person[], change: object = {}) => {
    const stored = { state: 'names-only', people, total: 2, stored: 2, stamp: null, hint: null, ...change };
    return { ...unfetched, offersProfileOnly: false, people: stored, matches: countMatches(stored as never) };
  };

  it('list the matches with their reason, fold the others, and count both before the price', async () => {
    const html = await renderContacts(withMatches([ceo, cfo]));
    expect(html).toContain('CEO: Executive, executive. Matches your buyer roles.</span>');
    expect(html).toMatch(/aria-expanded="false"[^>]*>.*1 other<.*Finance</s);
    expect(html).not.toContain('Person cfo');
    expect(html).toContain('1 of 2 matches · up to 25 records');
  });
  it('are all listed if none matches, which is shown before the price', async () => {
    const html = await renderContacts(withMatches([cfo, { ...cfo, personId: 'cfo2' }]));
    expect(html).toContain('0 of 2 match your buyer roles. Fetch contacts');
    expect(html).toContain('0 of 2 match · up to 25 records');
    expect(html).not.toMatch(/\d others?</);
    expect(html.split('Person cfo').length).toBeGreaterThan(2);
  });
  it('show no title, no match and no order while they are locked, but why and how to unlock them', async () => {
    const html = await renderContacts(withMatches([], { state: 'locked', stored: 0 }), true);
    expect(html).toContain('Contacts are locked, so names, titles and matches are hidden.');
    expect(html).toContain('Unlock contacts</span>');
    expect(html).not.toMatch(/CEO|match your|matches your| of 2/);
  });
  it('name the best match beside a list, where the header has no room for it', async () => {
    const people = [ceo, { ...ceo, personId: 'other', name: 'Person other' }];
    const html = await renderContacts(withMatches(people));
    expect(html.match(/Best match</g)).toHaveLength(1);
    expect(html.indexOf('Best match<')).toBeLessThan(html.indexOf('Person ceo'));
    expect(html.indexOf('Person ceo')).toBeLessThan(html.indexOf('Person other'));
    expect(await renderContacts(withMatches(people), true)).not.toContain('Best match<');
  });
  it('offer to set buyer roles if none are set', async () => {
    const plain = withMatches([person('one', null), person('two', null)]);
    for (const full of [true, false]) {
      const html = await renderContacts(plain, full);
      // The link looks like one: it is underlined.
      expect(html).toMatch(/<button[^>]* class="link[^>]*>Set your buyer roles<\/button>/);
      expect(html).toContain('to see who is the best match.');
    }
    expect(await renderContacts(withMatches([ceo, cfo]), true)).not.toContain('Set your buyer roles');
  });
});

describe('the menu of a contact', () => {
  const nothing = (): void => undefined;
  const actions = { name: 'Person one', nowMs: 0, write: nothing, block: nothing, erase: nothing };
  const fetchDetails = { preview, busy: false, matches: null, run: nothing };
  const shown = (fetch: typeof fetchDetails | null, copyLinkedin: (() => void) | null = null) =>
    contactMenu({ ...actions, fetchDetails: fetch, copyLinkedin }).map(
      ({ label, price, detail, disabled }) => [label, price ?? detail ?? '', disabled === true],
    );
  const others = [
    ['Block contact…', '', false],
    ['Erase contact…', '', false],
  ];
  it('begins with the message, even to a contact without an address', () => {
    expect(shown(null, nothing)).toEqual([
      ['Write to Person one', '', false],
      ['Copy link to LinkedIn profile', '', false],
      ...others,
    ]);
  });
  it('explains that contacts must be fetched first, and offers this with its price', () => {
    expect(shown(fetchDetails)).toEqual([
      ['Write to Person one', 'Fetch contacts first', true],
      ['Fetch contacts', 'up to 25 records', false],
      ...others,
    ]);
    expect(shown({ ...fetchDetails, busy: true })[1]).toEqual(['Fetch contacts', 'up to 25 records', true]);
  });
});

describe('the contacts of a company whose profile has not been fetched', () => {
  it('can be fetched immediately, for the price on the button', async () => {
    const html = await renderContacts(unfetched);
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
      'Your library has no contacts for this company. Fetching contacts adds their names, job titles and e-mail addresses. You don’t need the profile for this.',
    );
    expect(html).toMatch(/<button.*Fetch contacts.*up to 25 records.*<\/button>/s);
    const counted = await renderContacts({ ...unfetched, view: { ...unfetched.view, totalContacts: 4 } });
    expect(counted).toContain('The service lists 4 contacts. Your library has none. Fetching contacts adds');
    const stamps = { ...unfetched.view.stamps, profile: { source: 'company', fetchedAtMs: 0 } };
    expect(await renderContacts({ ...unfetched, view: { ...unfetched.view, stamps } })).not.toContain(
      'The profile isn’t needed',
    );
    const row = { window: { state: 'closed', closesAtMs: null } };
    const closed = await renderContacts({ ...unfetched, view: { ...unfetched.view, row } });
    expect(closed).toContain('The contact window is closed, so the service may refuse the request.');
    expect(closed).toContain('Fetch contacts');
  });
  it('are listed among the panels', async () => {
    const props = { company: unfetched, timeline: { totals: null }, nowMs: 0, fetchProfile: () => undefined };
    const html = await renderHtml('PanelNav.svelte', props);
    expect(html).toContain('Contacts</button>');
    expect(html).toMatch(/<button type="button" aria-current="location"[^>]*>Overview<\/button>/);
  });
});
