import { decodeDetail } from '../../../electron/core/service-api/decoders/company-detail.ts';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../electron/core/service-api/decoders/panels.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import {
  all,
  bytesOrNull,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';
import { decryptUndocumented } from '../../../electron/core/contacts/undocumented-fields.ts';
import { RAW_TABLES } from '../../../electron/core/database/queries/cache/encrypted-columns.ts';
import type { ContactEncryption } from '../../../electron/core/contacts/contact-encryption.ts';
import { storeRoles } from '../../../electron/core/library/store-open-roles.ts';
import {
  storeHighlights,
  storeNews,
  storeRounds,
  storeTechStack,
} from '../../../electron/core/library/store-panels.ts';
import { storeContacts, storeDetail, storePage } from '../../../electron/core/library/store-responses.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import { storeSignal } from '../../../electron/core/webhook/store-signal.ts';
import { companiesQuery, contact, fundingsQuery, log } from '../app/library-fixtures.ts';
import { must } from '../app/every-response.ts';

/*
 * Webhook events, and responses from every endpoint, that contain personal data in undocumented fields. The
 * data appears in nested objects, as numbers, as keys, and under keys that no list of suspicious keys would
 * contain.
 */

const T0 = Date.UTC(2026, 5, 10);

/** Returns the person whose data is in the responses about company `index`. */
export const personOf = (index: number) => ({
  name: `Per${index}Zq Yılmaz${index}Zq`,
  email: `Mail${index}Zq@zq-corp${index}.example.com`,
  linkedinUrl: `https://www.linkedin.com/in/Prof${index}Zq/`,
});
/** Returns the strings that no file may contain. They are long enough not to occur in a file by chance. */
export const markersOf = (index: number): string[] => [
  `Per${index}Zq `,
  `Mail${index}Zq`,
  `Prof${index}Zq`,
  `Key${index}Zq`,
  phoneOf(index),
];
const phoneOf = (index: number): string => `4930${7_100_000 + index}`;

/** Returns undocumented fields for any object of a response. */
const fieldsOf = (index: number): Record<string, unknown> => {
  const { name, email, linkedinUrl } = personOf(index);
  return {
    ceo: name,
    leadership: { cto: { fullTitle: 'CTO', who: name }, phones: [Number(phoneOf(index))] },
    decision_makers: [{ name, reach: email, profile: linkedinUrl }],
    [`Key${index}Zq Doe`]: null,
    switchboard: `+${phoneOf(index)}`,
  };
};
export const companyIdOf = (index: number): string => `u${index}`;

/** Stores one response of every kind and two webhook events about company `index`. */
export function storeUndocumented(db: WriteDb, state: ContactKeyState, index: number): void {
  const id = companyIdOf(index);
  const personal = fieldsOf(index);
  const company = { id, name: `Company ${index}`, country: 'DE', ...personal };
  const listed = { id: `r${index}`, stage: 'Seed', currency: 'EUR', fundingAnnounceDate: '2026-06-01' };
  const fundings = { ...listed, company: { ...company, tags: [{ name: 'AI', ...personal }] }, ...personal };
  storePage(
    db,
    {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: must(decodePage('fundings', { data: [fundings], ...personal }, 0)),
      fetchedAtMs: T0,
    },
    state,
  );
  const item = { ...listed, id, companyName: `Company ${index}`, industries: ['AI', personal], ...personal };
  storePage(
    db,
    {
      endpoint: 'companies',
      query: companiesQuery(),
      page: must(decodePage('companies', { data: [item] }, 0)),
      fetchedAtMs: T0,
    },
    state,
  );
  const detail = {
    ...company,
    fundings: [{ ...listed, ...personal }],
    highlights: [{ id: 'h', highlight: 'Grew', source: 'ai', ...personal }],
    tech_stack: { technologyNames: ['Go'], ...personal },
    contacts: [personOf(index)],
  };
  storeDetail(db, state, must(decodeDetail(id, detail)), T0 + 1);
  const round = { ...listed, investors: [{ name: 'L', type: 'lead', ...personal }], ...personal };
  storeRounds(db, must(decodeRounds(id, { data: [round] })), T0 + 2, state);
  const stack = { technologies: [{ name: 'Go', ...personal }], ...personal };
  storeTechStack(db, must(decodeTechStack(id, { data: stack })), T0 + 3, state);
  const highlight = { id: 'h', highlight: 'Grew', source: 'ai', ...personal };
  storeHighlights(db, must(decodeHighlightList(id, { data: [highlight] })), T0 + 4, state);
  const article = { id: 'a', title: 'Raised', url: 'https://n.example.com', ...personal };
  storeNews(db, must(decodeNews(id, { data: [article] })), T0 + 5, state);
  // The role's undocumented field contains only a phone number. Nothing connects this number with the person.
  const role = { id: 7 + index, title: 'Head', switchboard: personal['switchboard'] };
  const query = { page: 1, perPage: 25 };
  storeRoles(db, must(decodeRoles(id, query, { data: [role] })), query, T0 + 6, state);
  const contacts = { companyId: id, contacts: [contact(personOf(index))], rawPersonal: [personOf(index)] };
  storeContacts(db, state, contacts, T0 + 7);
  storeUndocumentedEvents(db, state, index);
}

/**
 * Stores an event that is merged into the library, and an event without a company, which cannot be merged.
 */
function storeUndocumentedEvents(db: WriteDb, state: ContactKeyState, index: number): void {
  const personal = fieldsOf(index);
  const evidence = {
    fundingId: `r${index}`,
    stage: 'Seed',
    investors: [{ name: 'L', ...personal }],
    ...personal,
  };
  const event = {
    event: 'trigger_published',
    timestamp: '2026-06-10T00:00:00Z',
    trigger: { type: 'funding', evidence, ...personal },
    company: { id: companyIdOf(index), name: `Company ${index}`, ...personal },
    userContext: { icpMatch: 70, ...personal },
    ...personal,
  };
  storeSignal(db, { body: event, via: 'webhook', receivedAtMs: T0 + 8 }, state);
  mergeSignals(db, log);
  const unknown = { event: 'person_moved', number: index, ...personal };
  storeSignal(db, { body: unknown, via: 'webhook', receivedAtMs: T0 + 9 }, state);
}

/** Returns the decrypted undocumented fields of every raw row, as text. */
export function undocumentedIn(db: ReadDb, seal: ContactEncryption): string[] {
  return RAW_TABLES.flatMap((table) =>
    all(
      db,
      `SELECT company_id, ${table === 'signal' ? "'webhook'" : 'source'} AS source, undocumented FROM ${table}
       WHERE undocumented IS NOT NULL`,
    ).flatMap((row) => {
      const blob = bytesOrNull(row, 'undocumented');
      const owner = { companyId: textOrNull(row, 'company_id'), source: text(row, 'source') };
      const fields = blob === null ? null : decryptUndocumented(seal, owner, blob);
      // The order of the fields has no meaning.
      const sorted = fields?.map((field) => JSON.stringify(field)).toSorted() ?? null;
      return [`${table} ${owner.source} ${JSON.stringify(sorted)}`];
    }),
  );
}
