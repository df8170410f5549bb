import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { all, bytesOrNull, exec, num, text } from '../../../electron/core/database/sql.ts';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import {
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../../electron/core/backup/open-workspace-files.ts';
import { createContactNames } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { createLibrarySearch } from '../../../electron/core/library/index/library-search.ts';
import {
  createContactEncryption,
  type ContactEncryption,
  type ContactKeyState,
} from '../../../electron/core/contacts/contact-encryption.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import {
  createPrivacyController,
  type PrivacyController,
} from '../../../electron/core/privacy/privacy-controller.ts';
import type { ErasureTarget } from '../../../electron/core/privacy/erase.ts';
import {
  article,
  clock,
  company,
  contact,
  detail,
  fundingsQuery,
  highlight,
  log,
  page,
  random,
  round,
  row,
  technology,
} from '../app/library-fixtures.ts';
import { IS_FULL } from '../common/full-size.ts';
import { storeHighlights, storeNews, storePage, storeTechStack } from '../app/store-without-key.ts';
import { SEARCH_ALONE } from '../app/search-alone.ts';

/** A workspace on real files with data from normal use. Tests search the files for the planted words. */
export interface ErasureWorld {
  readonly folder: string;
  readonly files: WorkspaceFiles;
  readonly privacy: PrivacyController;
  readonly seal: ContactEncryption;
  readonly state: ContactKeyState;
  readonly where: ErasureTarget;
  close(): void;
}

export const T0 = Date.UTC(2026, 5, 10);
/**
 * At full size, there are as many companies as after months of use, so the B-trees have several levels.
 */
export const COMPANIES = IS_FULL ? 100 : 12;
const key = Buffer.alloc(32, 7);

export const contactOf = (index: number) => ({
  name: `Nam${index}Zq Öztürk${index}Zq`,
  title: `Tit${index}Zq Officer`,
  email: `Ema${index}Zq@zq-mail${index}.example.com`,
  linkedinUrl: `https://www.linkedin.com/in/Lin${index}Zq/`,
});
export const contactMarkers = (index: number): string[] => [
  `Nam${index}Zq `,
  `Tit${index}Zq`,
  `Ema${index}Zq`,
  `Lin${index}Zq`,
];

/** Returns a company's name, which is planted in downloaded data and in user data. */
export const nameOf = (index: number): string => `Comp${index}Zq Industries`;
export const factsOf = (index: number): string[] =>
  ['Desc', 'Site', 'Tag', 'Indu', 'Tech', 'Inve', 'High', 'News'].map((kind) => `${kind}${index}Zq`);

/**
 * The number of planted words that occur only in the description of one company. If neighbouring words in the
 * full-text index share a prefix, the index stores the prefix only once. Tests therefore search only for the
 * ends of these words.
 */
const INDEXED_WORDS = 24;
const indexedWordsOf = (index: number): string[] =>
  Array.from({ length: INDEXED_WORDS }, (_, at) => {
    const hash = createHash('sha256').update(`${index} ${at}`).digest();
    return Array.from(hash.subarray(0, 18), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  });
export const indexedSuffixesOf = (index: number): string[] =>
  indexedWordsOf(index).map((word) => word.slice(5));

/** Opens the files, and creates those that are missing. */
export function openErasureWorld(folder: string): ErasureWorld {
  const files = openWorkspaceFiles(folder, { clock, log });
  const privacy = createPrivacyController({ folder, files, random, clock, log });
  const seal = createContactEncryption(key, random);
  const pause = async (): Promise<void> => {
    await nextTurn();
  };
  return {
    folder,
    files,
    privacy,
    seal,
    state: { mode: 'open', seal, suppressions: privacy.suppressionsOf(seal) },
    where: { files, random, pause, nowMs: T0 + 10 },
    close: () => {
      privacy.dispose();
      files.close();
    },
  };
}

/**
 * Fills the files with data for each company: responses with contacts, a search page, three panels, user data
 * and the search index. Also makes a backup, and makes a copy of the cache file that is named like a
 * quarantined, damaged cache.
 */
export async function fill(world: ErasureWorld, from = 0, to = COMPANIES): Promise<void> {
  const { files, state, folder } = world;
  const notes = createNotes(files.yours);
  for (let index = from; index < to; index += 1) {
    storeCompany(files.cache, state, index);
    notes.save({
      companyId: `c${index}`,
      companyName: nameOf(index),
      body: `Seller${index}Zq wrote of ${index}`,
      baseRevision: 0,
      savedAtMs: T0,
    });
  }
  const backups = createBackupStore({ folder, clock, log });
  backups.make('hand', files.yours);
  mkdirSync(join(folder, 'backups'), { recursive: true });
  await index(world);
  for (let index = from; index < to; index += 1) storeCompany(files.cache, state, index, 5);
  // Writes the index a second time, because in real use the app writes it in several steps.
  await index(world);
  exec(files.cache, 'PRAGMA wal_checkpoint(PASSIVE)');
  copyFileSync(join(folder, 'cache.db'), join(folder, 'cache.damaged-20260601T101010Z.db'));
}

async function index({ files, state }: ErasureWorld): Promise<void> {
  const search = createLibrarySearch({
    ...files,
    ...SEARCH_ALONE,
    clock,
    log,
    contactNames: createContactNames(() => state),
  });
  search.warm();
  await search.settled();
  search.dispose();
}

function storeCompany(
  cache: WorkspaceFiles['cache'],
  state: ContactKeyState,
  index: number,
  later = 0,
): void {
  const id = `c${index}`;
  const [description, website, tag, industry, tech, investor, high, headline] = factsOf(index);
  const of = company(id, {
    name: nameOf(index),
    description: `${`${description} `.repeat(20)}${indexedWordsOf(index).join(' ')}`,
    website: `https://${website}.example.com`,
    industries: [industry ?? ''],
    tags: [{ tagId: `t${index}`, name: tag ?? '', slug: null, category: null }],
  });
  const raised = round(`r${index}`, {
    stage: 'Seed',
    announcedOn: '2026-06-01',
    investors: [{ name: investor ?? '', role: 'lead' }],
  });
  const query = fundingsQuery();
  storePage(cache, { endpoint: 'fundings', query, page: page([row(of, raised)]), fetchedAtMs: T0 + later });
  const contactFields = contactOf(index);
  const named = { ...contactFields, email: null };
  storeDetail(
    cache,
    state,
    detail(of, { contacts: [contact(named)], rawPersonal: [named], raw: { id, description } }),
    T0 + later + 1,
  );
  const contacts = [
    contact(contactFields),
    contact({ name: `Other${index}Zq`, email: `other${index}zq@example.com` }),
  ];
  storeContacts(cache, state, { companyId: id, contacts, rawPersonal: { data: contacts } }, T0 + later + 2);
  const technologies = [technology(tech ?? '')];
  const stack = { companyId: id, technologies, categories: [], domain: null, raw: { technologies } };
  storeTechStack(cache, stack, T0 + later + 3);
  const highlights = [highlight(`h${index}`, high ?? '')];
  storeHighlights(
    cache,
    { companyId: id, highlights, setAside: 0, raw: { data: highlights } },
    T0 + later + 3,
  );
  const articles = [article(`a${index}`, { title: headline ?? '' })];
  storeNews(cache, { companyId: id, articles, setAside: 0, raw: { data: articles } }, T0 + later + 3);
}

/**
 * Returns pieces of the encrypted values of the contacts that match `only`. By default, all contacts match.
 */
export function encryptedPieces(
  world: ErasureWorld,
  only: { contactIds?: readonly number[]; companyIds?: readonly string[] } = {},
): Buffer[] {
  const { cache } = world.files;
  const pieces: Buffer[] = [];
  const take = (blob: Buffer | null): void => {
    if (blob === null) return;
    // Two pieces of each encrypted value: the nonce with the start of the tag, and the end of the ciphertext.
    // If a file contains either piece, part of the contact remains.
    pieces.push(blob.subarray(1, 21), blob.subarray(-16));
  };
  const { contactIds, companyIds } = only;
  for (const row of all(
    cache,
    'SELECT contact_id, company_id, name, title, email, linkedin_url FROM contact',
  )) {
    if (contactIds !== undefined && !contactIds.includes(num(row, 'contact_id'))) continue;
    if (companyIds !== undefined && !companyIds.includes(text(row, 'company_id'))) continue;
    for (const column of ['name', 'title', 'email', 'linkedin_url']) take(bytesOrNull(row, column));
  }
  for (const row of all(cache, 'SELECT company_id, personal FROM company_source WHERE personal IS NOT NULL'))
    if (companyIds === undefined || companyIds.includes(text(row, 'company_id')))
      take(bytesOrNull(row, 'personal'));
  return pieces;
}

/** Returns one line for each file that contains any of `pieces`: its name and the number of pieces found. */
export function findPieces(folder: string, pieces: readonly Buffer[]): string[] {
  const hits: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const content = readFileSync(file);
    const found = pieces.filter((piece) => content.includes(piece)).length;
    if (found > 0) hits.push(`${name}: ${found} encrypted pieces`);
  }
  return hits;
}
