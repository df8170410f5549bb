import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '../../electron/core/api/decode-json.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { cacheMigrations } from '../../electron/core/db/migrations/cache/index.ts';
import { yoursMigrations } from '../../electron/core/db/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import { copyInto } from '../../electron/core/db/queries/backup.ts';
import { sealedRaws } from '../../electron/core/db/queries/raw-rows.ts';
import { all, close, text, transaction, type WriteDb } from '../../electron/core/db/sql.ts';
import { renormalisePeople } from '../../electron/core/library/renormalise.ts';
import {
  createSeal,
  type Seal,
  type SealState,
  type Suppressions,
} from '../../electron/core/library/seal.ts';
import { openPeople } from '../../electron/core/library/sealed-people.ts';
import { storeContacts, storeDetail } from '../../electron/core/library/store.ts';
import { sealedRawPlace } from '../../electron/core/library/store-parts.ts';
import { scrubSuppressed, type ForgetIn } from '../../electron/core/privacy/forget.ts';
import { afterRestore, joinForgotten } from '../../electron/core/privacy/forgotten.ts';
import { createSuppressions } from '../../electron/core/privacy/suppressions.ts';
import { clock, company, contact, detail, log, random } from './library-fixtures.ts';
import { memoryDatabase } from './migrated.ts';
import { tempDir } from './temp-dir.ts';

/** What one answer says of a person. */
export interface Told {
  readonly name?: string;
  readonly email?: string;
  readonly linkedinUrl?: string;
  readonly contactId?: string;
}
/** Leaves the check out of one way in. */
export type Unchecked = 'company' | 'contacts' | 'read-again' | 'raw';

/** Two files of a workspace, as the core uses them, with a backup that can be put back. */
export interface PrivacyWorld {
  readonly files: { cache: WriteDb; yours: WriteDb };
  readonly seal: Seal;
  readonly where: (nowMs: number) => ForgetIn;
  state(way?: Unchecked): SealState;
  /** `aside`: in a place of a detail that is not documented, where they are not read as contacts. */
  tell(
    source: 'company' | 'contacts' | 'aside',
    companyId: string,
    people: readonly Told[],
    atMs: number,
  ): void;
  readAgain(version: number): Promise<void>;
  backUp(): void;
  /** `isTold` false: neither by the file before nor by the cache. Tests of the tests only. */
  restore(isTold?: boolean): void;
  wipeCache(): void;
  /** As at an opening with the key at hand. */
  reopen(): Promise<void>;
  /** Everybody who can be read out of the cache, raw rows included. */
  kept(): { rows: { companyId: string; told: Told }[]; raws: string };
  dispose(): void;
}

const pause = async (): Promise<void> => {
  await nextTurn();
};

export function createPrivacyWorld(unchecked: Unchecked | null = null): PrivacyWorld {
  const folder = tempDir();
  const seal = createSeal(Buffer.alloc(32, 7), random);
  let copies = 0;
  const open = (name: string, steps: typeof cacheMigrations): WriteDb => {
    if (name === ':memory:') return memoryDatabase(steps, { clock, log });
    const db = openDatabase(name, { clock, log });
    migrate(db, steps);
    return db;
  };
  const files = { cache: open(':memory:', cacheMigrations), yours: open(':memory:', yoursMigrations) };
  const never: Suppressions = { any: () => false, withholds: () => false };
  const state = (way?: Unchecked): SealState => {
    const real = createSuppressions(files.yours, seal);
    if (way === undefined || way !== unchecked) {
      const raw: Suppressions = unchecked === 'raw' ? { ...real, any: () => false } : real;
      return { mode: 'open', seal, suppressions: raw };
    }
    return { mode: 'open', seal, suppressions: never };
  };
  const joinBoth = (): void => joinForgotten(files, random);
  joinBoth();
  const backup = join(folder.path, 'backup.db');
  let isBackedUp = false;
  return {
    files,
    seal,
    state,
    where: (nowMs) => ({ files, random, nowMs, pause }),
    tell: (source, companyId, people, atMs) => {
      const contacts = people.map((told) => contact(told));
      const raw = people.map((told, index) => ({
        ...told,
        id: told.contactId ?? null,
        extra: { index, more: [told] },
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
    readAgain: async (version) => {
      await renormalisePeople(files.cache, state('read-again'), { pause, version });
    },
    backUp: () => {
      if (isBackedUp) return;
      copyInto(files.yours, backup);
      isBackedUp = true;
    },
    restore: (isTold = true) => {
      if (!isBackedUp) return;
      copies += 1;
      const copy = join(folder.path, `restored-${copies}.db`);
      copyFileSync(backup, copy);
      const restored = open(copy, yoursMigrations);
      if (isTold) transaction(restored, () => afterRestore(restored, files.yours));
      close(files.yours);
      files.yours = restored;
      if (isTold) joinBoth();
    },
    wipeCache: () => {
      close(files.cache);
      files.cache = open(':memory:', cacheMigrations);
      joinBoth();
    },
    reopen: async () => {
      joinBoth();
      await scrubSuppressed({ files, pause }, seal);
    },
    kept: () => keptIn(files.cache, seal),
    dispose: () => {
      close(files.cache);
      close(files.yours);
      folder.remove();
    },
  };
}

function keptIn(cache: WriteDb, seal: Seal): { rows: { companyId: string; told: Told }[]; raws: string } {
  const ids = all(cache, 'SELECT company_id FROM company').map((row) => text(row, 'company_id'));
  const rows = ids.flatMap((companyId) =>
    openPeople(cache, seal, companyId).people.map(({ name, email, linkedinUrl, serviceId }) => ({
      companyId,
      told: {
        ...(name === null ? {} : { name }),
        ...(email === null ? {} : { email }),
        ...(linkedinUrl === null ? {} : { linkedinUrl }),
        ...(serviceId === null ? {} : { contactId: serviceId }),
      },
    })),
  );
  const raws = sealedRaws(cache, { companyId: '', source: '' }, 10_000)
    .map(({ companyId, stamp, personal }) =>
      JSON.stringify({
        companyId,
        raw: parseJson(seal.open(personal, sealedRawPlace(companyId, stamp.source))),
      }),
    )
    .join('\n');
  return { rows, raws };
}
