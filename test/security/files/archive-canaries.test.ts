import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { close, type WriteDb } from '../../../electron/core/database/sql.ts';
import { collect } from '../../../electron/core/user-data/archive/collect.ts';
import { insertLocalCompany } from '../../../electron/core/database/queries/yours/local-companies.ts';
import { idOfNamed } from '../../../electron/core/user-data/local-companies/local-companies.ts';
import { ITEM_TYPES } from '../../../electron/core/user-data/archive/content.ts';
import { decryptArchive } from '../../../electron/core/user-data/archive/encrypt.ts';
import { DATA_FILES, MANIFEST, manifestSchema } from '../../../electron/core/user-data/archive/format.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { plantCanaries, type KeptColumns, type Planted } from '../../support/privacy/plant-canaries.ts';
import { randomFrom, scribble, T0, writeNote } from '../../unit/user-data/archive/archive-world.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { connectUser, startAttack, type Attack } from '../support/hostile-page.ts';

/*
 * Goal C11: no archive contains a contact, a raw row or a key. The app has an account with fetched companies
 * and contacts. The test plants a canary in every column of all databases and saves archives with and without
 * a passphrase. It then searches the saved archives, the decrypted archive and each file in it for the
 * canaries, contacts and keys, in every encoding.
 */

/** The columns of `yours.db` that determine the content of an archive (docs/archive.md). */
const ARCHIVED: KeptColumns = {
  note: ['company_id', 'company_name', 'body'],
  note_revision: ['company_id', 'body'],
  review_note: ['month', 'body'],
  contact_log: ['company_id', 'company_name', 'happened_on', 'channel', 'line', 'answer'],
  task: ['company_id', 'company_name', 'title', 'due_on', 'due_time', 'snoozed_until'],
  tag: ['name'],
  company_tag: ['company_id', 'company_name'],
  watchlist: ['name'],
  watchlist_entry: ['company_id', 'company_name', 'reason'],
  status: ['status_id', 'name'],
  company_status: ['company_id', 'company_name', 'status_id'],
  triage: ['company_id', 'company_name'],
  message_template: ['name', 'subject', 'body'],
  saved_search: ['name', 'question'],
  saved_filter: ['name', 'question'],
  preference: ['name', 'value'],
  follow_up_rules: ['value'],
  plan_rules: ['value'],
  ours_import: ['kind', 'source'],
  ours_line: ['given'],
  ours_decision: ['company_id', 'match_key'],
  investor_watch: ['name'],
  investor_merge: ['name', 'into_name'],
  investor_distinct: ['name_folded', 'other_folded'],
  archived_version: ['item_type', 'item_key', 'hash'],
  local_company: ['company_id', 'company_name', 'website_host', 'linkedin_page', 'joined_into'],
};
const PASSPHRASE = 'long enough to keep';

let attack: Attack;
let planted: Record<string, Planted> = {};
let personal: string[] = [];
const temp = tempDir();
beforeAll(async () => {
  attack = await startAttack();
  const { api, dataDir } = attack.app;
  const { id } = await connectUser(attack, { place: 'keychain', people: { mode: 'keychain' } });
  const { people } = await api.companies.people({ id });
  personal = people
    .flatMap(({ name, email, linkedinUrl }) => [name, email, linkedinUrl])
    .filter((text) => text !== null);
  // The first archive is saved only because saving it stores version hashes. The table of hashes must not be
  // empty when the values are planted.
  const { activeId } = await api.workspaces.list({});
  const folder = join(dataDir, 'workspaces', activeId ?? '');
  write(folder);
  await save('first');
  planted = plantAll(folder);
});
afterAll(async () => {
  await attack.dispose();
  temp.remove();
});

/** Runs work on the open databases of the running app. */
function withDatabases<T>(
  folder: string,
  work: (files: Readonly<Record<'yours' | 'cache' | 'ledger', WriteDb>>) => T,
): T {
  const open = (name: string): WriteDb =>
    openDatabase(join(folder, `${name}.db`), { clock, log, mustExist: true });
  const files = { yours: open('yours'), cache: open('cache'), ledger: open('ledger') };
  try {
    return work(files);
  } finally {
    for (const db of Object.values(files)) close(db);
  }
}

/** Makes random changes until there are items of every type. */
const write = (folder: string): void =>
  withDatabases(folder, ({ yours, cache }) => {
    const isMissing = (): boolean => {
      const { content } = collect(yours);
      return ITEM_TYPES.some((type) => content[type].length === 0);
    };
    for (let seed = 1; isMissing(); seed += 1) {
      expect(seed).toBeLessThan(100);
      scribble({ yours, cache }, randomFrom(seed), 40, T0 + seed);
    }
    const local = { name: 'Local', websiteHost: 'local.example', linkedinPage: '' };
    const companyId = idOfNamed(local);
    insertLocalCompany(yours, { ...local, companyId, createdAtMs: 1, joinedInto: null });
    writeNote({ yours, cache }, companyId, 'a note', T0);
  });

const plantAll = (folder: string): Record<string, Planted> =>
  withDatabases(folder, ({ yours, cache, ledger }) => ({
    yours: plantCanaries(yours, 'yours', { kept: ARCHIVED, withNumbers: false }),
    cache: plantCanaries(cache, 'cache', { withNumbers: true }),
    ledger: plantCanaries(ledger, 'ledger', { withNumbers: true }),
  }));

/** Every text that must not be in an archive. */
function secrets(): string[] {
  const entries = [...attack.app.keychain.entries.values()];
  return [
    ...Object.values(planted).flatMap(({ markers }) => markers),
    ...personal,
    attack.service.liveKey,
    ...entries,
    ...entries
      .map((entry) => Buffer.from(entry, 'base64').toString('latin1'))
      .filter((text) => text.length >= 8),
  ];
}

/** Saves an archive and returns its bytes. */
async function save(name: string, passphrase?: string): Promise<Buffer> {
  const { saved } = await attack.app.api.archive.save(passphrase === undefined ? {} : { passphrase });
  expect(saved?.unreadable).toBe(0);
  const folder = join(attack.app.dataDir, 'exports');
  const [file = ''] = readdirSync(folder);
  const bytes = readFileSync(join(folder, file));
  mkdirSync(join(temp.path, name));
  writeFileSync(join(temp.path, name, file), bytes);
  return bytes;
}

/** Writes an archive and each file in it to the archive's own folder. */
function unpack(name: string, zip: Uint8Array): Record<string, Uint8Array> {
  const files = unzipSync(zip);
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(temp.path, name, file), bytes);
  writeFileSync(join(temp.path, name, 'plain.zip'), zip);
  return files;
}

describe('archives', () => {
  it('contain no contact, no raw row and no key, with and without a passphrase', async () => {
    const open = unpack('open', await save('open'));
    const sealed = await save('sealed', PASSPHRASE);
    expect(findPlaintext(join(temp.path, 'sealed'), ['Company a', PASSPHRASE, 'manifest.json']).hits).toEqual(
      [],
    );
    unpack('sealed', await decryptArchive(sealed, PASSPHRASE, nextTurn));

    const texts = secrets();
    const { hits, bytes } = findPlaintext(temp.path, texts);
    const columns = Object.values(planted).flatMap((each) => each.columns).length;
    const tried = `${columns} columns and ${attack.app.keychain.entries.size} keychain entries searched`;
    reportFigure(`C11 archives: ${tried} in ${number(bytes)} bytes, ${hits.length} texts found`);
    measure('C11', { tried, violations: `${hits.length} texts in archives` });
    expect(hits).toEqual([]);

    // Proves that the archives are complete. If an archive left out the data with the canaries, the search
    // would find nothing and would wrongly pass.
    const manifest = manifestSchema.parse(JSON.parse(Buffer.from(open[MANIFEST] ?? []).toString('utf8')));
    expect(manifest.files.map(({ name }) => name)).toEqual(DATA_FILES);
    expect(findPlaintext(temp.path, ['Company a']).hits).not.toEqual([]);
  });

  it('were searched for the text of every column', () => {
    expect(Object.values(planted).flatMap(({ refused }) => refused)).toEqual([]);
    expect(planted['cache']?.columns).toEqual(
      expect.arrayContaining(['contact.identity', 'company_source.raw', 'round.stage']),
    );
    expect(planted['yours']?.columns).toEqual(
      expect.arrayContaining(['person_ref.identity', 'undo_slot.before', 'own_act.about']),
    );
    expect(personal.length).toBeGreaterThan(1);
    expect(attack.app.keychain.entries.size).toBeGreaterThan(1);
  });
});
