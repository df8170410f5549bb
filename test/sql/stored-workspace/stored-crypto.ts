import { createDecipheriv, createHmac, hkdfSync, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  all,
  bytesOrNull,
  close,
  num,
  text,
  type ReadDb,
  type SqlRow,
} from '../../../electron/core/database/sql.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';

/*
 * Decrypts stored contacts with Node's own functions, without the product's code. The product encrypts data
 * with the strings below. If one of them changed, the product could no longer read stored data.
 */

const HKDF_ENCRYPTION = 'roundwatch people seal 1';
const HKDF_FINGERPRINT = 'roundwatch people identity 1';
const PASSPHRASE_VERIFIER = 'roundwatch passphrase verifier 1';
const DEMO_KEY = 'roundwatch demo: invented people';
const aad = (table: string, row: string, column: string): string => `${table}\0${row}\0${column}`;

/** The inputs to the keyed hashes that the product uses to recognize contacts and companies. */
export const FINGERPRINTS = {
  email: (email: string): string => `email\0${email}`,
  linkedin: (profile: string): string => `linkedin\0${profile}`,
  name: (companyId: string, foldedName: string): string => `name-at\0${companyId}\0${foldedName}`,
  company: (companyId: string): string => `company\0${companyId}`,
};

const keySchema = z.looseObject({ identity: z.base64().optional(), previous: z.base64().optional() });
const recordSchema = z.object({
  people: z.discriminatedUnion('mode', [
    keySchema.extend({ mode: z.literal('keychain') }),
    keySchema.extend({
      mode: z.literal('passphrase'),
      passphrase: z.object({ saltBase64: z.base64(), verifierBase64: z.base64(), cost: z.int() }),
    }),
    z.object({ mode: z.literal('demo') }),
  ]),
});

export interface Decrypted {
  readonly names: readonly string[];
  /** The number of raw responses whose personal part could be decrypted. */
  readonly rawAnswers: number;
  /** Which encrypted keys the workspace record contains: `identity`, `previous` or both. */
  readonly wrappedKeys: readonly string[];
  /**
   * Returns whether the suppression list contains an entry with this fingerprint. Fingerprints are made by
   * `FINGERPRINTS`.
   */
  isBlocked(fingerprint: string): boolean;
  isContact(by: 'identity' | 'email' | 'linkedin', fingerprint: string): boolean;
  isErased(fingerprint: string): boolean;
}

/** @param keyOf - returns the keychain secret of an account */
export function decryptStored(
  folder: string,
  id: string,
  keyOf: (account: string) => string | undefined,
  passphrase: string,
): Decrypted {
  const { people } = recordSchema.parse(JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8')));
  const key =
    people.mode === 'demo'
      ? Buffer.from(DEMO_KEY)
      : people.mode === 'passphrase'
        ? keyFromPassphrase(passphrase, people.passphrase)
        : Buffer.from(keyOf(`${id}:people-key`) ?? '', 'base64');
  const wrapped = people.mode === 'demo' ? { identity: undefined, previous: undefined } : people;
  const unwrap = (column: 'identity' | 'previous'): Buffer | null => {
    const encrypted = wrapped[column];
    if (encrypted === undefined) return null;
    return Buffer.from(
      decrypt(key, Buffer.from(encrypted, 'base64'), aad('workspace', id, column)),
      'base64',
    );
  };
  const identity = unwrap('identity') ?? derive(key, HKDF_FINGERPRINT);
  const previous = unwrap('previous');
  const cache = openDatabase(join(folder, 'cache.db'), { clock, log });
  const yours = openDatabase(join(folder, 'yours.db'), { clock, log });
  const blocked = hashesIn(yours, 'SELECT hash FROM suppression_key');
  const contacts = {
    identity: hashesIn(cache, 'SELECT identity AS hash FROM contact'),
    email: hashesIn(cache, 'SELECT email_identity AS hash FROM contact'),
    linkedin: hashesIn(cache, 'SELECT linkedin_identity AS hash FROM contact'),
  };
  const erased = hashesIn(yours, 'SELECT hash FROM erased_company');
  const [companyKey = ''] = hashesIn(yours, 'SELECT company_key AS hash FROM privacy');
  const keyed = (by: Buffer, fingerprint: string): string =>
    createHmac('sha256', by).update(fingerprint, 'utf8').digest('hex');
  const decrypted: Decrypted = {
    names: namesIn(cache, key),
    rawAnswers: rawAnswersIn(cache, key),
    wrappedKeys: [wrapped.identity, previous].flatMap((each, index) =>
      each === undefined || each === null ? [] : [index === 0 ? 'identity' : 'previous'],
    ),
    isBlocked: (fingerprint) => blocked.has(keyed(identity, fingerprint)),
    isContact: (by, fingerprint) => contacts[by].has(keyed(identity, fingerprint)),
    isErased: (fingerprint) => erased.has(keyed(Buffer.from(companyKey, 'hex'), fingerprint)),
  };
  close(cache);
  close(yours);
  return decrypted;
}

const hashesIn = (db: ReadDb, sql: string): ReadonlySet<string> =>
  new Set(all(db, sql).flatMap((row) => bytesOrNull(row, 'hash')?.toString('hex') ?? []));

const namesIn = (cache: ReadDb, key: Buffer): string[] =>
  all(cache, 'SELECT contact_id, company_id, name FROM contact WHERE name IS NOT NULL')
    .map((row) =>
      decrypt(
        key,
        bytes(row, 'name'),
        aad('contact', `${num(row, 'contact_id')}/${text(row, 'company_id')}`, 'name'),
      ),
    )
    .sort();

const rawAnswersIn = (cache: ReadDb, key: Buffer): number =>
  all(cache, 'SELECT company_id, source, personal FROM company_source WHERE personal IS NOT NULL').map(
    (row) => {
      const place = `${text(row, 'source')}/${text(row, 'company_id')}`;
      return JSON.parse(
        decrypt(key, bytes(row, 'personal'), aad('company_source', place, 'personal')),
      ) as unknown;
    },
  ).length;

/** Decrypts AES-256-GCM. `stored` is a version byte, the nonce, the tag and the ciphertext. */
function decrypt(key: Buffer, stored: Buffer, additional: string): string {
  if (stored[0] !== 1) throw new Error('another version of encryption');
  const decipher = createDecipheriv('aes-256-gcm', derive(key, HKDF_ENCRYPTION), stored.subarray(1, 13));
  decipher.setAAD(Buffer.from(additional, 'utf8'));
  decipher.setAuthTag(stored.subarray(13, 29));
  return Buffer.concat([decipher.update(stored.subarray(29)), decipher.final()]).toString('utf8');
}

function bytes(row: SqlRow, column: string): Buffer {
  const stored = bytesOrNull(row, column);
  if (stored === null) throw new Error(`no ${column}`);
  return stored;
}

const derive = (key: Buffer, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', info, 32));

function keyFromPassphrase(
  passphrase: string,
  stored: { readonly saltBase64: string; readonly verifierBase64: string; readonly cost: number },
): Buffer {
  const salt = Buffer.from(stored.saltBase64, 'base64');
  const key = scryptSync(passphrase, salt, 32, { cost: stored.cost, blockSize: 8, parallelization: 1 });
  const verifier = createHmac('sha256', key).update(PASSPHRASE_VERIFIER).digest('base64');
  if (verifier !== stored.verifierBase64) throw new Error('the passphrase does not match its verifier');
  return key;
}
