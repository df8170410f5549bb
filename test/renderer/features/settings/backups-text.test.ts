import { describe, expect, test } from 'vitest';
import { watchStorage } from '../../../../renderer/host/storage-watch.ts';
import { errorText } from '../../../../renderer/ui/text/error-text.ts';
import {
  backups,
  storage,
  parseRecordCount,
} from '../../../../renderer/features/settings/backups/strings.ts';
import { isInsideWorkspace } from '../../../../renderer/features/settings/backups/backup-actions.ts';
import { openBackups } from '../../../../renderer/frame/banners/open-backups.ts';
import type { App } from '../../../../renderer/session/app.svelte.ts';
import { Navigation } from '../../../../renderer/session/navigation.svelte.ts';
import { sizeText } from '../../../../renderer/lib/format.ts';
import { unsavedText } from '../../../../renderer/ui/text/file-error-strings.ts';
import { storageFileSchema, storageRemedySchema } from '../../../../shared/app-error.ts';
import { fileStateSchema } from '../../../../shared/contract/backups.ts';

describe('the dashboard’s figure', () => {
  test('accepts common number formats', () => {
    expect(['1200', '1,200', ' 1.200 ', '1’200', '0'].map(parseRecordCount)).toEqual([
      1200, 1200, 1200, 1200, 0,
    ]);
    expect([parseRecordCount(''), parseRecordCount('  ')]).toEqual([null, null]);
  });
  test('rejects anything that is not a count', () => {
    expect(['many', '-3', '1e9', '12 of 3', '99999999999'].map(parseRecordCount)).toEqual(
      Array(5).fill(undefined),
    );
  });
});

test('names each unsaved subject once', () => {
  expect(unsavedText(['notes.save', 'watchlists.add', 'watchlists.create', 'new.thing'])).toBe(
    'Not saved: a note, a list, a change.',
  );
});

test('leaves notes or lists out of the contents of a backup that has none', () => {
  const holds = (notes: number, watchlists: number) =>
    backups.holds({ id: '1', kind: 'hand', madeAtMs: 0, bytes: 1, notes, watchlists, state: 'good' });
  expect([holds(3, 2), holds(3, 0), holds(0, 1), holds(0, 0)]).toEqual([
    '3 notes and 2 lists',
    '3 notes',
    '1 list',
    'no notes or lists',
  ]);
});

test('shows sizes in kB or MB, and never as zero', () => {
  expect([0, 90_112, 999_000, 1_240_000].map(sizeText)).toEqual(['1 kB', '90 kB', '999 kB', '1.2 MB']);
});

test('every state, file and remedy has its own text', () => {
  const distinctTexts = (words: Readonly<Record<string, string>>, keys: readonly string[]) =>
    new Set(keys.map((key) => words[key])).size;
  expect(distinctTexts(storage.fileStates, fileStateSchema.options)).toBe(fileStateSchema.options.length);
  expect(distinctTexts(storage.names, storageFileSchema.options)).toBe(storageFileSchema.options.length);
  expect(distinctTexts(storage.remedies, storageRemedySchema.options)).toBe(
    storageRemedySchema.options.length,
  );
});

test('names the damaged file, and claims nothing about the others', () => {
  const ledger = errorText({ kind: 'storage', reason: 'damaged', file: 'ledger' }, 0);
  expect(ledger).toMatchObject({ title: 'The request history is damaged', works: 'Nothing was changed.' });
  expect(errorText({ kind: 'storage', reason: 'damaged', file: 'backup' }, 0).next).toBe(
    'Choose another backup.',
  );
  expect(errorText({ kind: 'storage', reason: 'full', file: 'yours' }, 0).title).toBe('The disk is full');
});

test('says that a second folder is inside the workspace only if it is', () => {
  const refused = (path: string) =>
    isInsideWorkspace({ kind: 'validation', issues: [{ path, message: 'at most 4096 characters' }] });
  expect([refused('folder'), refused('folder.length')]).toEqual([true, false]);
});

test('a banner about backups opens the backups in Settings', () => {
  const files = { isOlderDismissed: false } as App['files'];
  const navigation = new Navigation();
  openBackups({ files, navigation }, 'isOlderDismissed');
  expect(files.isOlderDismissed).toBe(true);
  expect([navigation.screen, navigation.pendingTarget]).toEqual(['settings', 'backups']);
});

test('reports replies without changing them', async () => {
  const reported: unknown[] = [];
  const full = { ok: false, error: { kind: 'storage', reason: 'full' } } as const;
  const fine = { ok: true, value: 1 } as const;
  const port = watchStorage(
    {
      request: async (channel) => (channel === 'notes.save' ? full : fine),
      subscribe: () => () => undefined,
    },
    (channel, error) => reported.push([channel, error]),
  );
  expect([await port.request('notes.save', {}), await port.request('notes.get', {})]).toEqual([full, fine]);
  expect(reported).toEqual([
    ['notes.save', full.error],
    ['notes.get', null],
  ]);
});
