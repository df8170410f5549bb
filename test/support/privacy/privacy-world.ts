import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '../../../electron/core/service-api/decoders/json.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { copyInto } from '../../../electron/core/database/queries/backup.ts';
import { encryptedRaws } from '../../../electron/core/database/queries/cache/raw-rows.ts';
import { putNormalisedVersion } from '../../../electron/core/database/queries/cache/service-state.ts';
import { all, close, text, transaction, type WriteDb } from '../../../electron/core/database/sql.ts';
import { reparseContacts } from '../../../electron/core/library/reparse-raw-rows.ts';
import {
  createContactEncryption,
  encryptedRawPlace,
  type ContactEncryption,
  type ContactKeyState,
  type Suppressions,
} from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { redactSuppressed, type ErasureTarget } from '../../../electron/core/privacy/erase.ts';
import { afterRestore, mergeErasureRecords } from '../../../electron/core/privacy/erasure-records.ts';
import { createSuppressions } from '../../../electron/core/contacts/suppression-list.ts';
import { clock, company, contact, detail, log, random } from '../app/library-fixtures.ts';
import { memoryDatabase } from '../database/memory-database.ts';
import { tempDir } from '../common/temp-dir.ts';

/** The fields of a contact in one response. */
export interface ReceivedContact {
  readonly name?: string;
  readonly email?: string;
  readonly linkedinUrl?: string;
  readonly contactId?: string;
}
/** A planted defect: blocked contacts are not filtered out of this kind of stored data. */
export type Unchecked = 'company' | 'contacts' | 'read-again' | 'raw';

/** A cache and a `yours.db` as the core uses them, with a backup that can be restored. */
export interface PrivacyWorld {
  readonly files: { cache: WriteDb; yours: WriteDb };
  readonly seal: ContactEncryption;
  readonly where: (nowMs: number) => ErasureTarget;
  state(way?: Unchecked): ContactKeyState;
  /**
   * Stores a response with contacts. If `source` is `aside`, the response is a company detail with the
   * contacts in an undocumented field. The decoder ignores that field, but the stored raw row contains it.
   */
  receive(
    source: 'company' | 'contacts' | 'aside',
    companyId: string,
    people: readonly ReceivedContact[],
    atMs: number,
  ): void;
  /** Decodes the stored raw rows again, as the app does after its decoders have been updated. */
  readAgain(): Promise<void>;
  backUp(): void;
  /**
   * Restores the backup. If `isReceived` is false, plants a defect: contacts that were blocked after the
   * backup was made are missing from the restored suppression list.
   */
  restore(isReceived?: boolean): void;
  wipeCache(): void;
  /** Repeats the work that the app does when it opens a workspace with its contact key. */
  reopen(): Promise<void>;
  /** Returns all contacts in the cache that can be decrypted, and the decrypted raw rows. */
  kept(): { rows: { companyId: string; received: ReceivedContact }[]; raws: string };
  dispose(): void;
}

const pause = async (): Promise<void> => {
  await nextTurn();
};

export function createPrivacyWorld(unchecked: Unchecked | null = null): PrivacyWorld {
  const folder = tempDir();
  const seal = createContactEncryption(Buffer.alloc(32, 7), random);
  let copies = 0;
  const open = (name: string, steps: typeof cacheMigrations): WriteDb => {
    if (name === ':memory:') return memoryDatabase(steps, { clock, log });
    const db = openDatabase(name, { clock, log });
    migrate(db, steps);
    return db;
  };
  const files = { cache: open(':memory:', cacheMigrations), yours: open(':memory:', yoursMigrations) };
  const never: Suppressions = { any: () => false, withholds: () => false };
  const state = (way?: Unchecked): ContactKeyState => {
    const real = createSuppressions(files.yours, seal);
    if (way === undefined || way !== unchecked) {
      const raw: Suppressions = unchecked === 'raw' ? { ...real, any: () => false } : real;
      return { mode: 'open', seal, suppressions: raw };
    }
    return { mode: 'open', seal, suppressions: never };
  };
  const joinBoth = (): void => mergeErasureRecords(files, random);
  joinBoth();
  const backup = join(folder.path, 'backup.db');
  let isBackedUp = false;
  return {
    files,
    seal,
    state,
    where: (nowMs) => ({ files, random, nowMs, pause }),
    receive: (source, companyId, people, atMs) => {
      const contacts = people.map((fields) => contact(fields));
      const raw = people.map((fields, index) => ({
        ...fields,
        id: fields.contactId ?? null,
        extra: { index, more: [fields] },
      }));
      const of = company(companyId, { name: companyId });
      if (source !== 'contacts')
        storeDetail(
          files.cache,
          state('company'),
          source === 'aside'
            ? detail(of, { rawPersonal: { founders: raw } })
            : detail(of, { contacts, rawPersonal: raw }),
          atMs,
        );
      else
        storeContacts(
          files.cache,
          state('contacts'),
          { companyId, contacts, rawPersonal: { data: raw } },
          atMs,
        );
    },
    readAgain: async () => {
      putNormalisedVersion(files.cache, 'people', 0);
      await reparseContacts(files.cache, state('read-again'), { pause });
    },
    backUp: () => {
      if (isBackedUp) return;
      copyInto(files.yours, backup);
      isBackedUp = true;
    },
    restore: (isReceived = true) => {
      if (!isBackedUp) return;
      copies += 1;
      const copy = join(folder.path, `restored-${copies}.db`);
      copyFileSync(backup, copy);
      const restored = open(copy, yoursMigrations);
      if (isReceived) transaction(restored, () => afterRestore(restored, files.yours));
      close(files.yours);
      files.yours = restored;
      if (isReceived) joinBoth();
    },
    wipeCache: () => {
      close(files.cache);
      files.cache = open(':memory:', cacheMigrations);
      joinBoth();
    },
    reopen: async () => {
      joinBoth();
      await redactSuppressed({ files, pause }, seal);
    },
    kept: () => storedContacts(files.cache, seal),
    dispose: () => {
      close(files.cache);
      close(files.yours);
      folder.remove();
    },
  };
}

function storedContacts(
  cache: WriteDb,
  seal: ContactEncryption,
): { rows: { companyId: string; received: ReceivedContact }[]; raws: string } {
  const ids = all(cache, 'SELECT company_id FROM company').map((row) => text(row, 'company_id'));
  const rows = ids.flatMap((companyId) =>
    decryptContacts(cache, seal, companyId).people.map(({ name, email, linkedinUrl, serviceId }) => ({
      companyId,
      received: {
        ...(name === null ? {} : { name }),
        ...(email === null ? {} : { email }),
        ...(linkedinUrl === null ? {} : { linkedinUrl }),
        ...(serviceId === null ? {} : { contactId: serviceId }),
      },
    })),
  );
  const raws = encryptedRaws(cache, { companyId: '', source: '' }, 10_000)
    .map(({ companyId, stamp, personal }) =>
      JSON.stringify({
        companyId,
        raw: parseJson(seal.open(personal, encryptedRawPlace(companyId, stamp.source))),
      }),
    )
    .join('\n');
  return { rows, raws };
}
