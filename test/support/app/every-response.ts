import { decodeDetail } from '../../../electron/core/service-api/decoders/company-detail.ts';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../electron/core/service-api/decoders/panels.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { companiesQuery, contact, fundingsQuery } from './library-fixtures.ts';
import {
  storeEvent,
  storeHighlights,
  storeNews,
  storePage,
  storeRoles,
  storeRounds,
  storeTechStack,
} from './store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);

/** Returns the decoded value, or throws if decoding failed. */
export function must<T>(decoded: { readonly value: T } | null): T {
  if (decoded === null) throw new Error('not decoded');
  return decoded.value;
}
const jane = { name: 'Jane Doe', linkedinUrl: 'https://linkedin.com/in/jane' };
const company = {
  id: 'c-1',
  companyName: 'Acme',
  country: 'Germany',
  website: 'https://acme.example.com',
  description: 'Robots',
  industries: ['Robotics'],
  total_contacts: 3,
  total_fundings: 2,
  fundings: [{ id: 'r-1', fundingAmount: '5000000', fundingAnnounceDate: '2026-06-01', stage: 'Seed' }],
  highlights: [{ id: 'h-1', highlight: 'Grew', source: 'ai' }],
  contacts: [{ ...jane, id: 'k-1', title: 'CTO' }],
  tech_stack: { technologies: [{ name: 'Svelte', categories: ['UI'] }], technologyNames: ['Go'] },
};

/**
 * Decodes and stores one response of every kind. The responses describe company `c-1`, except that
 * `/companies` describes `c-2` and the webhook event describes `c-9`.
 */
export function storeEverything(db: WriteDb, seal: ContactKeyState): void {
  const listed = { stage: 'Seed', fundingAmount: '5M', currency: 'EUR', fundingAnnounceDate: '2026-06-01' };
  const event = { id: 'r-1', ...listed, company: { id: 'c-1', name: 'Acme', country: 'DE' } };
  const item = { id: 'c-2', companyName: 'Bora', country: 'SE', ...listed };
  const fundings = must(decodePage('fundings', { data: [event] }, 0));
  storePage(db, { endpoint: 'fundings', query: fundingsQuery(), page: fundings, fetchedAtMs: T0 });
  const companies = must(decodePage('companies', { data: [item] }, 0));
  storePage(db, { endpoint: 'companies', query: companiesQuery(), page: companies, fetchedAtMs: T0 });
  storeDetail(db, seal, must(decodeDetail('c-1', company)), T0 + 1);
  const round = {
    id: 'r-1',
    fundingAmount: '5000000',
    fundingAmountUsd: 5.5e6,
    currency: 'EUR',
    stage: 'Seed',
    fundingAnnounceDate: '2026-06-01T01:00:00+05:30',
    investors: [{ name: 'L', type: 'lead' }],
  };
  storeRounds(db, must(decodeRounds('c-1', { data: [round] })), T0 + 2);
  const stack = { technologies: [{ name: 'Svelte', categories: ['UI'], description: 'A compiler' }] };
  storeTechStack(db, must(decodeTechStack('c-1', { data: stack })), T0 + 3);
  const highlight = { id: 'h-1', highlight: 'Grew', source: 'ai', createdAt: '2026-06-01T00:00:00Z' };
  storeHighlights(db, must(decodeHighlightList('c-1', { data: [highlight] })), T0 + 4);
  const article = { id: 'a-1', title: 'Raised', url: 'https://n.example.com', fundingId: 'r-1' };
  storeNews(db, must(decodeNews('c-1', { data: [{ ...article, createdAt: '2026-06-01' }] })), T0 + 5);
  const role = { id: 7, title: 'Head', hunterDepartment: 'sales', hunterSeniority: 'director' };
  const query = { page: 1, perPage: 25 };
  storeRoles(db, must(decodeRoles('c-1', query, { data: [role], pagination: { total: 1 } })), query, T0 + 6);
  const delivered = decodeEvent({
    event: 'trigger_published',
    trigger: { id: 't', type: 'funding', evidence: { fundingId: 'r-9', stage: 'Debt', amountUsd: 9 } },
    company: { id: 'c-9', name: 'Cirrus', country: 'France', industry: 'Energy', techStack: ['Go'] },
  });
  if (delivered === null) throw new Error('not decoded');
  storeEvent(db, delivered, T0 + 7, 'webhook');
  storeContacts(
    db,
    seal,
    {
      companyId: 'c-1',
      contacts: [contact({ ...jane, title: 'CTO', email: 'jane@example.com' })],
      rawPersonal: { data: [{ ...jane, title: 'CTO', email: 'jane@example.com' }] },
    },
    T0 + 8,
  );
}
