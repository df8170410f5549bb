import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allowedPrice } from '../../fixture/quota.ts';
import { compiled } from '../../support/compiled.ts';

/* The overview of a company without a profile, rendered to HTML. */
const load = compiled();

const OPEN = { state: 'open', closesAtMs: 1 };
async function overview(
  ownDataOnly: object | null,
  people: object | null = null,
  window: object = OPEN,
): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/company/panels/Overview.svelte');
  const stamp = { source: 'company', fetchedAtMs: 0 };
  const view = {
    row: { companyId: 'c-1', name: 'Arctic Loop', industry: null, window },
    description: null,
    website: null,
    linkedinUrl: null,
    industries: [],
    tags: [],
    stamps: { overview: stamp, profile: null },
    ownDataOnly,
  };
  const refresh = {
    preview: allowedPrice({ requests: 1, records: 1, pageTurns: 0, companies: 1 }, 'exact'),
    busy: false,
    run: () => undefined,
  };
  const props = {
    app: { commands: { all: [] } },
    company: { showsParts: false, people },
    view,
    full: true,
    nowMs: 0,
    refresh,
  };
  const { body } = z.object({ body: z.string() }).parse({ body: render(component, { props }).body });
  return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('a company with only the user’s own data', () => {
  it('offers the profile that completes it', async () => {
    const text = await overview({ isLocal: false, websiteHost: '', linkedinPage: '' });
    expect(text).toContain(
      'Only your own data so far. Fetch the profile for 1 record to add the company’s details.',
    );
    expect(text).toContain('Fetch profile');
  });

  it('offers only to look it up if it has no id of the service', async () => {
    const text = await overview({ isLocal: true, websiteHost: 'arcticloop.example', linkedinPage: '' });
    expect(text).toContain('Only your own data, from a file you imported.');
    expect(text).toContain('arcticloop.example');
    expect(text).toContain('Look up');
    expect(text).not.toContain('Fetch profile');
  });
});

describe('a company without a profile', () => {
  it('is offered the names of contacts only while none are listed and the service lists them', async () => {
    const contactsOf = (people: readonly object[]) => ({ state: 'fetched', people });
    for (const people of [null, contactsOf([])])
      expect(await overview(null, people)).toContain(
        'the names and job titles of contacts. For their e-mail addresses, fetch contacts.',
      );
    for (const text of [
      await overview(null, contactsOf([{ personId: 'ada' }])),
      await overview(null, null, { state: 'closed', closesAtMs: null }),
      await overview(null, null, { ...OPEN, contacts: 'none' }),
    ])
      expect(text).toContain('The profile adds a description, the website, technologies and highlights.');
  });
});
