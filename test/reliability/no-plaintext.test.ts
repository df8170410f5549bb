import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../electron/core/database/sql.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { peopleOf } from '../../electron/core/contacts/contact-view.ts';
import {
  storeContacts,
  storeContactsClosed,
  storeDetail,
} from '../../electron/core/library/store-responses.ts';
import {
  clock,
  company,
  contact,
  detail,
  fundingsQuery,
  log,
  loadContactKey,
  page,
  round,
  row,
} from '../support/app/library-fixtures.ts';
import { findPlaintext } from '../support/privacy/plaintext-scan.ts';
import { storePage } from '../support/app/store-without-key.ts';

let folder = '';
let files: WorkspaceFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundwatch-plain-'));
  files = openWorkspaceFiles(folder, { clock, log });
});
afterEach(() => {
  files.close();
  rmSync(folder, { recursive: true, force: true });
});

const T0 = Date.UTC(2026, 5, 10);
const seal = loadContactKey();
const markedContact = (index: number, generation: string) => ({
  contactId: `Kid${index}Zq${generation}`,
  name: `Nam${index}Zq${generation} Öztürk${index}Zq`,
  title: `Tit${index}Zq${generation} Officer`,
  email: `Ema${index}Zq${generation}@zq-mail${index}.example.com`,
  linkedinUrl: `https://www.linkedin.com/in/Lin${index}Zq${generation}/`,
});
type MarkedContact = ReturnType<typeof markedContact>;
const markersOf = ({ contactId, name, title, email, linkedinUrl }: MarkedContact): string[] => [
  contactId,
  ...name.split(' '),
  title.split(' ')[0] ?? '',
  email.split('@')[0] ?? '',
  email.split('@')[1] ?? '',
  new URL(linkedinUrl).pathname.split('/')[2] ?? '',
];

/** Stores a month's worth of data, and returns the contact strings that no file may contain. */
function work(): string[] {
  const storedContacts: MarkedContact[] = [];
  for (let index = 0; index < 12; index += 1) {
    const id = `c${index}`;
    const [first, second] = [markedContact(index, 'a'), markedContact(index, 'b')];
    storedContacts.push(first, second);
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([row(company(id, { name: `Company ${index}` }), round(`r${index}`))]),
      fetchedAtMs: T0,
    });
    const named = { ...first, email: null };
    storeDetail(
      files.cache,
      seal,
      detail(company(id), {
        contacts: [contact(named)],
        rawPersonal: [named],
        raw: { id, contacts: [named] },
      }),
      T0 + 1,
    );
    storeContacts(
      files.cache,
      seal,
      { companyId: id, contacts: [contact({ ...first, contactId: null })], rawPersonal: [first] },
      T0 + 2,
    );
    // Changes a contact. Its old values must also disappear from the database pages.
    storeContacts(
      files.cache,
      seal,
      {
        companyId: id,
        contacts: [contact({ ...second, linkedinUrl: first.linkedinUrl })],
        rawPersonal: [second],
      },
      T0 + 3,
    );
    storeContactsClosed(files.cache, id, null, T0 + 4);
    storeDetail(
      files.cache,
      { mode: 'locked' },
      detail(company(id), { contacts: [contact(second)], rawPersonal: [second] }),
      T0 + 5,
    );
  }
  return storedContacts.flatMap(markersOf);
}

describe('contacts on disk', () => {
  it('are encrypted in every file, before and after the WAL is checkpointed', () => {
    const markers = work();
    expect(markers.length).toBeGreaterThan(150);
    expect(peopleOf(files.cache, seal, 'c3', T0).people).toMatchObject([
      { name: markedContact(3, 'b').name },
    ]);
    expect(statSync(join(folder, 'cache.db-wal')).size).toBeGreaterThan(10_000);
    const before = findPlaintext(folder, markers);
    expect(before.hits).toEqual([]);
    files.close();
    expect(existsSync(join(folder, 'cache.db-wal'))).toBe(false);
    const after = findPlaintext(folder, markers);
    expect(after.hits).toEqual([]);
    console.log(`${markers.length} markers, ${before.bytes + after.bytes} bytes read, 0 hits`);
    files = openWorkspaceFiles(folder, { clock, log });
  });

  it('are searched for by a scan that finds an unencrypted company', () => {
    work();
    expect(findPlaintext(folder, ['Company 3']).hits).not.toEqual([]);
  });

  it('are found by the scan in a planted plain-text write, in each encoding', () => {
    work();
    const { email } = markedContact(3, 'a');
    run(files.cache, "UPDATE company_source SET raw = :email WHERE company_id = 'c3'", {
      email: `{"e":"${email}"}`,
    });
    expect(findPlaintext(folder, markersOf(markedContact(3, 'a'))).hits.length).toBeGreaterThan(0);
    const marker = 'Ema3ZqaMark';
    const forms: Record<string, Buffer> = {
      plain: Buffer.from(`x${marker.toUpperCase()}y`),
      utf16le: Buffer.from(`x${marker}y`, 'utf16le'),
      utf16be: Buffer.from(`x${marker}y`, 'utf16le').swap16(),
      hex: Buffer.from(Buffer.from(`x${marker}y`).toString('hex')),
      ...Object.fromEntries(
        ['', 'p', 'pq'].map((lead) => [
          `base64 ${lead.length}`,
          Buffer.from(Buffer.from(`${lead}${marker}tail`).toString('base64')),
        ]),
      ),
    };
    for (const [form, bytes] of Object.entries(forms)) {
      writeFileSync(join(folder, 'planted'), bytes);
      expect(findPlaintext(folder, [marker]).hits, form).not.toEqual([]);
    }
  });
});
