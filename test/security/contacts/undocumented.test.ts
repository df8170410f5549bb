import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpointWal } from '../../../electron/core/database/queries/backup.ts';
import { RAW_TABLES } from '../../../electron/core/database/queries/cache/encrypted-columns.ts';
import { putNormalisedVersion } from '../../../electron/core/database/queries/cache/service-state.ts';
import { all, bytesOrNull, num, run, text } from '../../../electron/core/database/sql.ts';
import { createContactEncryption } from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { createSuppressions, noSuppressions } from '../../../electron/core/contacts/suppression-list.ts';
import { storeUnlessErased } from '../../../electron/core/fetching/erasure-guard.ts';
import { storePage } from '../../../electron/core/library/store-responses.ts';
import { createInFlightErasures } from '../../../electron/core/privacy/in-flight-erasures.ts';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import { reparseContacts, reparseRows } from '../../../electron/core/library/reparse-raw-rows.ts';
import { eraseCompany, eraseContact, suppressContact } from '../../../electron/core/privacy/erase.ts';
import { reencryptContacts } from '../../../electron/core/privacy/re-encrypt-contacts.ts';
import { removeEncrypted } from '../../../electron/core/privacy/remove-encrypted-contacts.ts';
import { applyRetention } from '../../../electron/core/privacy/retention.ts';
import { joinRaw } from '../../../electron/core/service-api/split-raw.ts';
import { decryptUndocumented } from '../../../electron/core/contacts/undocumented-fields.ts';
import { fundingsQuery, random } from '../../support/app/library-fixtures.ts';
import { must } from '../../support/app/every-response.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { findPieces, openErasureWorld, T0, type ErasureWorld } from '../../support/privacy/erasure-world.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import {
  companyIdOf,
  markersOf,
  personOf,
  storeUndocumented,
  undocumentedIn,
} from '../../support/privacy/undocumented-responses.ts';
import { measure, reportFigure } from '../support/figures.ts';

/*
 * Goal C5: the service may send people's names, addresses and phone numbers in fields that the specification
 * does not list. The test searches every byte of every file for them, before and after an erasure.
 */

const COMPANIES = IS_FULL ? 60 : 2;
const SLOW_MS = 180_000;
const ALL = Array.from({ length: COMPANIES }, (_, index) => index);
const markers = ALL.flatMap(markersOf);
/** The number of raw rows that `storeUndocumented` stores for each company. */
const KINDS = 13;

let temp: ReturnType<typeof tempDir>;
let world: ErasureWorld;
beforeEach(() => {
  temp = tempDir();
  world = openErasureWorld(temp.path);
});
afterEach(() => {
  world.close();
  temp.remove();
});

const fill = (state = world.state): void =>
  ALL.forEach((index) => storeUndocumented(world.files.cache, state, index));
const plainHits = (of: readonly string[] = markers): string[] => findPlaintext(temp.path, of).hits;
const stored = (seal = world.seal): string[] => undocumentedIn(world.files.cache, seal);
/** Returns the encrypted bytes of one company's undocumented fields. */
const piecesOf = (index: number): Buffer[] =>
  RAW_TABLES.flatMap((table) =>
    all(
      world.files.cache,
      `SELECT undocumented FROM ${table} WHERE company_id = :id AND undocumented IS NOT NULL`,
      { id: companyIdOf(index) },
    ).flatMap((row) => {
      const blob = bytesOrNull(row, 'undocumented');
      return blob === null ? [] : [blob.subarray(1, 21), blob.subarray(-16)];
    }),
  );
const contactAt = (index: number) => {
  const companyId = companyIdOf(index);
  const [person] = decryptContacts(world.files.cache, world.seal, companyId).people;
  return { companyId, personId: String(person?.contactId) };
};

/** Rewrites every raw row as an earlier version stored it, with all fields in plain text. */
function storeAsEarlierVersion(): void {
  const { cache } = world.files;
  for (const table of RAW_TABLES)
    for (const row of all(
      cache,
      `SELECT rowid AS row_id, company_id, ${table === 'signal' ? "'webhook'" : 'source'} AS source, raw, undocumented
       FROM ${table} WHERE undocumented IS NOT NULL`,
    )) {
      const owner = {
        companyId: row['company_id'] === null ? null : text(row, 'company_id'),
        source: text(row, 'source'),
      };
      const blob = bytesOrNull(row, 'undocumented') ?? Buffer.alloc(0);
      const fields = decryptUndocumented(world.seal, owner, blob) ?? [];
      run(cache, `UPDATE ${table} SET raw = :raw, undocumented = NULL WHERE rowid = :rowId`, {
        raw: JSON.stringify(joinRaw(JSON.parse(text(row, 'raw')), fields)),
        rowId: num(row, 'row_id'),
      });
    }
  for (const part of ['rows', 'people'] as const) putNormalisedVersion(cache, part, 3);
}

describe('personal strings in undocumented fields', { timeout: SLOW_MS }, () => {
  it('are in no file, and can be decrypted with the contact key', () => {
    fill();
    expect(plainHits()).toEqual([]);
    checkpointWal(world.files.cache);
    expect(plainHits()).toEqual([]);
    expect(stored().length).toBe(KINDS * COMPANIES);
    for (const row of stored()) {
      const of = ALL.filter((index) => markersOf(index).some((marker) => row.includes(marker)));
      expect(of, row).toHaveLength(1);
    }
    measure('C5', {
      tried: `${COMPANIES * KINDS} raw rows of every kind`,
      violations: '0 strings in any file',
    });
    reportFigure(`C5 ${markers.length} personal strings in undocumented fields: 0 found in any file`);
  });

  it.each(['locked', 'not-kept'] as const)('are not stored while contacts are %s', (mode) => {
    fill({ mode });
    expect(plainHits()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it.each(['erase', 'suppress'] as const)('are gone with the contact they describe: %s', async (how) => {
    fill();
    const pieces = piecesOf(1);
    expect(findPieces(temp.path, pieces).length).toBeGreaterThan(0);
    if (how === 'erase') await eraseContact(world.where, world.state, contactAt(1), () => undefined);
    else await suppressContact(world.where, world.state, contactAt(1));
    expect([...plainHits(), ...findPieces(temp.path, pieces)]).toEqual([]);
    expect(stored().length).toBe(KINDS * (COMPANIES - 1));
  });

  it('about a suppressed contact are not stored again, at any company that the contact identifies', async () => {
    fill();
    await suppressContact(world.where, world.state, contactAt(1));
    const suppressions = createSuppressions(world.files.yours, world.seal);
    storeUndocumented(world.files.cache, { mode: 'open', seal: world.seal, suppressions }, 1);
    const { name, email, linkedinUrl } = personOf(1);
    for (const part of [name, email, linkedinUrl])
      expect(stored().filter((row) => row.includes(part))).toEqual([]);
    // The open role that `storeUndocumented` stores contains the blocked contact's phone number, but nothing
    // that identifies the contact, so the number was stored at first. A later response contained the contact,
    // and the number was then deleted.
    expect(stored().length).toBe(KINDS * (COMPANIES - 1));
  });

  it('in a page that was requested before the contact was erased are not stored', async () => {
    fill();
    const erased = createInFlightErasures();
    const suppressions = erased.suppressing(noSuppressions);
    const state = { ...world.state, mode: 'open', seal: world.seal, suppressions } as const;
    const request = erased.since();
    await eraseContact(world.where, state, contactAt(1), erased.notePerson);
    const row = { id: 'r1', company: { id: companyIdOf(1), name: 'Company 1' }, ceo: personOf(1).name };
    const page = must(decodePage('fundings', { data: [row] }, 0));
    const call = { endpoint: 'fundings', query: fundingsQuery() } as const;
    const library = { cache: world.files.cache, seal: () => state };
    const store = (): void =>
      void storePage(world.files.cache, { ...call, page, fetchedAtMs: T0 + 50 }, state);
    storeUnlessErased(library, request, call, page, store);
    request.end();
    expect(stored()).toHaveLength(KINDS * (COMPANIES - 1));
    store();
    expect(stored()).toHaveLength(KINDS * (COMPANIES - 1) + 2);
  });

  it('are gone with their company', () => {
    fill();
    const pieces = piecesOf(1);
    eraseCompany(world.where, companyIdOf(1));
    expect(findPieces(temp.path, pieces)).toEqual([]);
  });

  it('are encrypted with the new key after a key change', async () => {
    fill();
    const pieces = ALL.flatMap(piecesOf);
    const next = createContactEncryption(Buffer.alloc(32, 8), random, { previousKey: Buffer.alloc(32, 7) });
    await reencryptContacts(world.files.cache, next, { pause: world.where.pause });
    expect(findPieces(temp.path, pieces)).toEqual([]);
    const only = createContactEncryption(Buffer.alloc(32, 8), random);
    expect(stored(only).filter((row) => !row.includes(' null'))).toHaveLength(KINDS * COMPANIES);
  });

  it('are deleted with contacts whose key is lost, and after the retention period', () => {
    for (const remove of [
      () => removeEncrypted(world.files.cache),
      () => applyRetention(world.files, T0 + 400 * 86_400_000),
    ]) {
      fill();
      const pieces = ALL.flatMap(piecesOf);
      remove();
      expect([...stored(), ...findPieces(temp.path, pieces), ...plainHits()]).toEqual([]);
    }
  });
});

describe('rows that an earlier version stored in plain text', { timeout: SLOW_MS }, () => {
  const { reparse } = {
    reparse: async (state = world.state): Promise<void> => {
      const { pause } = world.where;
      await reparseRows(world.files.cache, { pause });
      await reparseContacts(world.files.cache, state, { pause });
      checkpointWal(world.files.cache);
    },
  };
  const shown = (): unknown =>
    ['company', 'round', 'open_role', 'news_article', 'highlight', 'company_technology', 'contact'].map(
      (table) => num(all(world.files.cache, `SELECT count(*) AS n FROM ${table}`)[0] ?? {}, 'n'),
    );

  it('are encrypted when contacts are next unlocked, and nothing is lost', async () => {
    fill();
    const [before, counts] = [stored(), shown()];
    storeAsEarlierVersion();
    expect(plainHits().length).toBeGreaterThan(0);
    await reparse({ mode: 'locked' });
    expect(plainHits().length).toBeGreaterThan(0);
    await reparse();
    expect(plainHits()).toEqual([]);
    expect(stored().toSorted()).toEqual(before.toSorted());
    expect(shown()).toEqual(counts);
  });

  it('lose their undocumented fields if contacts are not stored', async () => {
    fill();
    storeAsEarlierVersion();
    await reparse({ mode: 'not-kept' });
    expect([...plainHits(), ...stored()]).toEqual([]);
  });
});
