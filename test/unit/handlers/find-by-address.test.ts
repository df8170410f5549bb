import { describe, expect, it } from 'vitest';
import { findByAddress } from '../../../electron/core/handlers/find-by-address.ts';
import { parseAddress } from '../../../electron/core/foundation/parse-address.ts';
import { createReleaseRateLimit } from '../../../electron/core/contacts/release-rate-limit.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import {
  clock,
  company,
  contact,
  fundingsQuery,
  loadContactKey,
  log,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10);

function world(seal = loadContactKey()) {
  const [cache, yours] = [memoryCache(), memoryYours()];
  const of = (id: string, name: string, website: string | null, linkedinUrl: string | null) =>
    row(company(id, { name, website, linkedinUrl }), round(`r-${id}`));
  const listed = page([
    of('a', 'Nordkurve', 'https://www.nordkurve.example/', 'https://www.linkedin.com/company/nordkurve/'),
    of('b', 'Polarvik', 'polarvik.example', null),
    of('c', 'Nordkurven', null, 'https://linkedin.com/company/nordkurven'),
  ]);
  storePage(cache, { endpoint: 'fundings', query: fundingsQuery(), page: listed, fetchedAtMs: T0 });
  const jonas = contact({
    email: 'jonas.lie@nordkurve.example',
    linkedinUrl: 'https://linkedin.com/in/jonas-lie',
  });
  storeContacts(cache, seal, { companyId: 'b', contacts: [jonas], rawPersonal: [] }, T0);
  const parts = { files: { cache, yours }, vault: { seal: () => seal }, governor: { serverNowMs: () => T0 } };
  const release = createReleaseRateLimit({ clock, log });
  const find = (text: string) => findByAddress(parts as never, text, release);
  return { find, found: (text: string) => find(text).companies.map(({ name, match }) => [name, match]) };
}

describe('an address', () => {
  it.each([
    ['https://www.polarvik.example/team?x=1', { kind: 'website', host: 'polarvik.example' }],
    ['polarvik.example', { kind: 'website', host: 'polarvik.example' }],
    [
      'mailto:Jonas@Polarvik.example',
      { kind: 'email', email: 'Jonas@Polarvik.example', host: 'polarvik.example' },
    ],
    [
      'https://de.linkedin.com/in/jonas-lie/',
      { kind: 'linkedin', url: 'https://de.linkedin.com/in/jonas-lie/', of: 'person' },
    ],
    [
      'linkedin.com/company/nordkurve',
      { kind: 'linkedin', url: 'linkedin.com/company/nordkurve', of: 'company' },
    ],
    ['anna@gmail.com', { kind: 'email', email: 'anna@gmail.com', host: null }],
    ['mailto:a@x.example?subject=Hi', { kind: 'email', email: 'a@x.example', host: 'x.example' }],
    ['Series A fintech', null],
    ['go to search', null],
    ['github.com/nordkurve', null],
    ['a@b', null],
  ])('%s is recognised', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it('finds the stored companies of a website, a page and a contact, and no others', () => {
    const { found } = world();
    expect(found('https://nordkurve.example/about')).toEqual([['Nordkurve', 'company']]);
    expect(found('linkedin.com/company/nordkurve')).toEqual([['Nordkurve', 'company']]);
    expect(found('https://uk.linkedin.com/in/Jonas-Lie/')).toEqual([['Polarvik', 'contact']]);
    // The company of the contact with this address comes first, then the company that owns the domain.
    expect(found('JONAS.LIE@nordkurve.example')).toEqual([
      ['Polarvik', 'contact'],
      ['Nordkurve', 'company'],
    ]);
    expect(found('someone@elsewhere.example')).toEqual([]);
    // A subdomain belongs to the company of its parent domain.
    expect(found('https://careers.nordkurve.example/jobs')).toEqual([['Nordkurve', 'company']]);
    expect(found('hr@mail.polarvik.example')).toEqual([['Polarvik', 'company']]);
  });

  it('finds a company without a stored website by its name, and says so', () => {
    const { found } = world();
    expect(found('https://nordkurven.example')).toEqual([['Nordkurven', 'name']]);
    expect(found('post@nord-kurven.example')).toEqual([['Nordkurven', 'name']]);
    // A name this short would match many companies, so the app does not look for companies with it.
    expect(found('nor.example')).toEqual([]);
    // Polarvik has another stored website, so a similar name is not enough.
    expect(found('polarvik-shop.example')).toEqual([]);
  });

  it('names the contact by its id, and only the contact with the address', () => {
    const { find } = world();
    const people = find('JONAS.LIE@nordkurve.example').companies.map(({ personId }) => personId);
    expect(people).toEqual([expect.stringMatching(/^\d+$/), null]);
    expect(find('https://nordkurve.example').companies[0]?.personId).toBeNull();
  });

  it('names the address that is not stored', () => {
    const { find } = world();
    expect(find('www.elsewhere.example')).toEqual({
      address: { kind: 'website', host: 'elsewhere.example', searchText: 'elsewhere' },
      companies: [],
      againAfterMs: null,
    });
    expect(find('fintech').address).toBeNull();
  });

  it.each([
    ['https://careers.polarvik.example/jobs', 'polarvik'],
    ['www.polarvik.co.uk', 'polarvik'],
    ['hr@mail.polarvik.de', 'polarvik'],
    ['linkedin.com/company/halden-grid/about', 'halden grid'],
    ['https://www.linkedin.com/company/%C3%A9nergie', 'énergie'],
    ['linkedin.com/company/%ff', '%ff'],
    // The service searches only the names and descriptions of companies, so a person's address gives no
    // search text.
    ['linkedin.com/in/jonas-lie', null],
    ['anna@gmail.com', null],
  ])('%s is looked up as %s', (text, searchText) => {
    const { find } = world();
    expect(find(text).address?.searchText).toBe(searchText);
  });
});
