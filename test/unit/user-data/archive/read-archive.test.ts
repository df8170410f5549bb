import { createHash } from 'node:crypto';
import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { idOfNamed } from '../../../../electron/core/user-data/local-companies/local-companies.ts';
import {
  fileOf,
  HISTORY,
  LOCAL_COMPANIES,
  MANIFEST,
} from '../../../../electron/core/user-data/archive/format.ts';
import { ITEM_TYPES } from '../../../../electron/core/user-data/archive/content.ts';
import {
  decryptArchive,
  encryptArchive,
  isEncrypted,
} from '../../../../electron/core/user-data/archive/encrypt.ts';
import { readArchive } from '../../../../electron/core/user-data/archive/read-archive.ts';
import { CHEAP_PASSPHRASE } from '../../../support/app/test-app.ts';
import { random } from '../../../support/app/library-fixtures.ts';
import { failure, failureOf } from '../../../support/common/failure.ts';
import { fileIn, newFiles, randomFrom, scribble, T0 } from './archive-world.ts';

const pause = (): Promise<void> => Promise.resolve();
const MAKING = { random, passphraseCost: CHEAP_PASSPHRASE };

function zipOfNotes(): Record<string, Uint8Array> {
  const files = newFiles();
  scribble(files, randomFrom(5), 40, T0);
  return unzipSync(fileIn(files));
}

const refused = (files: Zippable): unknown => failure(() => readArchive(zipSync(files)));
const reason = (name: string) => ({ kind: 'archive', reason: name });

/** Replaces a file and its checksum in the manifest, as an attacker would. */
function withFile(files: Record<string, Uint8Array>, name: string, text: string, items = 1) {
  const bytes = strToU8(text);
  const manifest = JSON.parse(Buffer.from(files[MANIFEST] ?? []).toString('utf8'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  manifest.files = [
    ...manifest.files.filter((file: { name: string }) => file.name !== name),
    { name, sha256, bytes: bytes.length, items },
  ];
  return { ...files, [MANIFEST]: strToU8(JSON.stringify(manifest)), [name]: bytes };
}

const withHistory = (history: unknown, items: number): Zippable =>
  withFile(zipOfNotes(), HISTORY, JSON.stringify(history), items);

const withManifest = (files: Record<string, Uint8Array>, change: object) => ({
  ...files,
  [MANIFEST]: strToU8(
    JSON.stringify({ ...JSON.parse(Buffer.from(files[MANIFEST] ?? []).toString('utf8')), ...change }),
  ),
});

const NOTE = {
  companyId: 'a',
  companyName: 'A',
  versions: [{ revision: 1, savedAtMs: T0, body: 'x' }],
};
const notes = (...items: readonly unknown[]): string => JSON.stringify(items);
const VERSIONS = { type: 'notes', key: 'a', hashes: ['x'.repeat(22)] };

describe('reading an archive', () => {
  it('documents every file of the format', async () => {
    const { readFileSync } = await import('node:fs');
    const documented = readFileSync('docs/archive.md', 'utf8');
    for (const type of ITEM_TYPES) expect(documented).toContain(`\`${fileOf(type)}\``);
  });

  it('refuses what is not an archive', () => {
    expect(failure(() => readArchive(strToU8('Hello')))).toEqual(reason('not-an-archive'));
    expect(failure(() => readArchive(new Uint8Array()))).toEqual(reason('not-an-archive'));
    expect(refused({ 'notes.json': strToU8('[]') })).toEqual(reason('not-an-archive'));
    expect(refused({ [MANIFEST]: strToU8('{"format":"other"}') })).toEqual(reason('not-an-archive'));
  });

  it('refuses newer versions and unknown files', () => {
    const files = zipOfNotes();
    expect(refused(withManifest(files, { version: 2 }))).toEqual(reason('newer-version'));
    expect(refused({ ...files, 'future.json': strToU8('[]') })).toEqual(reason('newer-version'));
    expect(refused({ ...files, '../../evil.json': strToU8('[]') })).toEqual(reason('newer-version'));
  });

  it('refuses a file whose checksum, size or count is wrong', () => {
    const files = zipOfNotes();
    const text = Buffer.from(files['notes.json'] ?? []).toString('utf8');
    expect(refused({ ...files, 'notes.json': strToU8(text.replace('text', 'tex7')) })).toEqual(
      reason('damaged'),
    );
    expect(refused(withFile(files, 'notes.json', notes(NOTE), 2))).toEqual(reason('damaged'));
    const { 'notes.json': _, ...missing } = files;
    expect(refused(missing)).toEqual(reason('damaged'));
  });

  it.each([
    ['a field that is not part of the format', notes({ ...NOTE, email: 'a@example.com' })],
    ['a text that is longer than the screens allow', notes({ ...NOTE, companyName: 'x'.repeat(501) })],
    ['a time that is no integer', notes({ ...NOTE, versions: [{ revision: 1, savedAtMs: 1.5, body: '' }] })],
    ['a note that occurs twice', notes(NOTE, NOTE)],
    [
      'a revision of a note that occurs twice',
      notes({ ...NOTE, versions: [...NOTE.versions, ...NOTE.versions] }),
    ],
    [
      'a revision number that leaves no room for another one',
      notes({ ...NOTE, versions: [{ revision: Number.MAX_SAFE_INTEGER, savedAtMs: T0, body: '' }] }),
    ],
    ['deeply nested values', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['text that is not JSON', '[1,'],
    ['half of a surrogate pair', notes(NOTE).replace('"x"', String.raw`"\ud800"`)],
  ])('refuses %s', (_what, text) => {
    const count = text.includes('"a"},{') || text.split('companyId').length > 2 ? 2 : 1;
    expect(refused(withFile(zipOfNotes(), 'notes.json', text, count))).toEqual(reason('damaged'));
  });

  it.each([
    ['an unknown type', [{ ...VERSIONS, type: 'contacts' }]],
    ['a hash of another length', [{ ...VERSIONS, hashes: ['x'.repeat(23)] }]],
    [
      'more versions than are kept',
      [{ ...VERSIONS, hashes: Array.from({ length: 9 }, () => 'x'.repeat(22)) }],
    ],
    ['an item that occurs twice', [VERSIONS, VERSIONS]],
    ['a field that is not part of the format', [{ ...VERSIONS, email: 'a@example.com' }]],
    ['an object instead of a list', { notes: { a: VERSIONS.hashes } }],
  ])('refuses a history with %s', (_what, history) => {
    expect([...readArchive(zipSync(withHistory([VERSIONS], 1))).history.values()]).toEqual([VERSIONS.hashes]);
    const items = Array.isArray(history) ? history.length : 1;
    expect(refused(withHistory(history, items))).toEqual(reason('damaged'));
  });

  it('refuses a history with another number of items than the manifest', () => {
    expect(refused(withHistory([VERSIONS], 2))).toEqual(reason('damaged'));
  });

  it('finds one item per line in every file, so it can be read in short steps', () => {
    const files = zipOfNotes();
    const textOf = (name: string): string => Buffer.from(files[name] ?? []).toString('utf8');
    const listed: readonly { name: string; items: number }[] = JSON.parse(textOf(MANIFEST)).files;
    expect(listed.map(({ name }) => name)).toContain(HISTORY);
    for (const { name, items } of listed) expect(textOf(name).split('\n')).toHaveLength(items + 3);
  });

  it('reads an escaped surrogate pair', () => {
    const text = notes(NOTE).replace('"x"', String.raw`"\ud83d\ude00"`);
    const { content } = readArchive(zipSync(withFile(zipOfNotes(), 'notes.json', text)));
    expect(content.notes[0]?.versions[0]?.body).toBe('😀');
  });

  it('refuses a local company whose id belongs to another address', () => {
    const local = { name: 'Local', websiteHost: 'local.example', linkedinPage: '' };
    const withLocal = (websiteHost: string): Record<string, Uint8Array> =>
      withFile(
        zipOfNotes(),
        LOCAL_COMPANIES,
        JSON.stringify([{ ...local, websiteHost, companyId: idOfNamed(local) }]),
      );
    expect(readArchive(zipSync(withLocal('local.example'))).localCompanies).toHaveLength(1);
    expect(refused(withLocal('victim.example'))).toEqual(reason('damaged'));
  });

  it('refuses a reference that leads nowhere', () => {
    const tagged = [{ companyId: 'a', companyName: 'A', tag: '99', addedAtMs: T0 }];
    const files = withFile(zipOfNotes(), 'companyTags.json', JSON.stringify(tagged));
    expect(refused(files)).toEqual(reason('damaged'));
  });

  it('stops inflating a bomb', () => {
    const bomb = zipSync({ [MANIFEST]: strToU8('{}'), 'notes.json': new Uint8Array(20_000_000) });
    expect(failure(() => readArchive(bomb, 1_000_000))).toEqual(reason('too-large'));
    expect(failure(() => readArchive(bomb))).not.toEqual(reason('too-large'));
  });
});

describe('an encrypted archive', () => {
  it('is read only with its passphrase, and does not contain the plain text', async () => {
    const zip = strToU8('PK secret text');
    const file = await encryptArchive(zip, 'correct horse', MAKING, pause);
    expect(isEncrypted(file)).toBe(true);
    expect(file.toString('latin1')).not.toContain('secret text');
    expect(await decryptArchive(file, 'correct horse', pause)).toEqual(Buffer.from(zip));
    expect(await failureOf(decryptArchive(file, 'wrong horse', pause))).toEqual(reason('wrong-passphrase'));
  });

  it('is refused if any byte was changed', async () => {
    const file = await encryptArchive(strToU8('PK'), 'correct horse', MAKING, pause);
    for (const at of [
      40,
      file.length - 1,
      file.length - 17,
      file.indexOf('scrypt'),
      file.indexOf('nonce') + 14,
    ]) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const error = await failureOf(decryptArchive(changed, 'correct horse', pause));
      expect(error.kind, `byte ${at}`).toBe('archive');
    }
    expect(await failureOf(decryptArchive(file.subarray(0, 60), 'x', pause))).toEqual(reason('damaged'));
  });
});
