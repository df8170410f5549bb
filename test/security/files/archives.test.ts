import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/app-failure.ts';
import { messageOf } from '../../../electron/core/foundation/error-message.ts';
import { readArchive } from '../../../electron/core/user-data/archive/read-archive.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import {
  compared,
  fileIn,
  importInto,
  newFiles,
  ownData,
  randomFrom,
  scribble,
  T0,
} from '../../unit/user-data/archive/archive-world.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { measure, number, reportFigure } from '../support/figures.ts';
import { createRandom, type Random } from '../support/random.ts';

/*
 * Tests goal C11 with damaged archives: truncated archives, archives with changed, repeated or swapped bytes,
 * and archives with changed JSON and correct checksums. Each archive must either be refused with a clear
 * error or be imported completely.
 */

const CASES = IS_FULL ? 20_000 : 100;

function damageBytes(zip: Uint8Array, random: Random): Uint8Array {
  const bytes = Buffer.from(zip);
  if (random.chance(0.2)) return bytes.subarray(0, random.int(bytes.length));
  for (let count = 1 + random.int(6); count > 0; count -= 1) {
    const at = random.int(bytes.length);
    if (random.chance(0.5)) bytes[at] = random.int(256);
    else bytes.copy(bytes, at, random.int(bytes.length), random.int(bytes.length));
  }
  return bytes;
}

const HOSTILE: readonly unknown[] = [
  null,
  -1,
  1e308,
  1.5,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(70_000),
  [],
  {},
  { __proto__: null, toString: 1 },
  '__proto__',
  '99999999999999999999',
  true,
];

function damageJson(value: unknown, random: Random, share: number): unknown {
  if (random.chance(share)) return random.pick(HOSTILE);
  if (Array.isArray(value)) {
    const items = value.map((item) => damageJson(item, random, share));
    return random.chance(share) ? [...items, ...items] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, damageJson(each, random, share)]);
  if (random.chance(share)) fields.pop();
  if (random.chance(share)) fields.push(['more', 1]);
  return Object.fromEntries(fields);
}

/**
 * Damages the JSON of one file, and updates the file's size and checksum in the manifest to match the damaged
 * content.
 */
async function damageContent(zip: Uint8Array, random: Random): Promise<Uint8Array> {
  const { createHash } = await import('node:crypto');
  const files = unzipSync(zip);
  const textOf = (name: string): string => Buffer.from(files[name] ?? []).toString('utf8');
  const manifest = JSON.parse(textOf('manifest.json'));
  const file = random.pick(
    manifest.files as { name: string; sha256: string; bytes: number; items: number }[],
  );
  const share = random.pick([0.001, 0.01, 0.05]);
  const damaged = damageJson(JSON.parse(textOf(file.name)), random, share);
  const bytes = strToU8(JSON.stringify(damaged));
  file.bytes = bytes.length;
  file.sha256 = createHash('sha256').update(bytes).digest('hex');
  if (Array.isArray(damaged)) file.items = damaged.length;
  return zipSync({ ...files, [file.name]: bytes, 'manifest.json': strToU8(JSON.stringify(manifest)) });
}

describe('archives from elsewhere', () => {
  it(
    `are refused with a clear error or imported, ${CASES} times, and a refused one changes nothing`,
    async () => {
      const sources = [3, 5, 11].map((seed) => {
        const files = newFiles();
        scribble(files, randomFrom(seed), 60, T0);
        return fileIn(files);
      });
      const target = newFiles();
      scribble(target, randomFrom(77), 20, T0 + 500);
      const before = ownData(target);
      let [refused, read] = [0, 0];
      const unexpected: string[] = [];
      for (let index = 0; index < CASES; index += 1) {
        const random = createRandom(9, index);
        const zip = random.pick(sources);
        const damaged = random.chance(0.5) ? damageBytes(zip, random) : await damageContent(zip, random);
        try {
          const archive = readArchive(damaged);
          read += 1;
          compared(target, archive);
          // Imports twice into the same workspace. The second import must write nothing, because the first
          // one must have stored everything.
          const copy = newFiles();
          await importInto(copy, archive);
          const { written } = await importInto(copy, archive);
          if (written !== 0) unexpected.push(`case ${index}: a second import wrote ${written} items`);
        } catch (error) {
          const isExpected =
            error instanceof AppFailure && ['archive', 'validation'].includes(error.appError.kind);
          if (isExpected) refused += 1;
          else unexpected.push(`case ${index}: ${messageOf(error)}`);
        }
      }
      const tried = `${number(CASES)} damaged archives`;
      const violations = `${unexpected.length} not refused clearly, ${number(refused)} refused, ${number(read)} read`;
      reportFigure(`C11 ${tried}: ${violations}`);
      measure('C11', { tried, violations });
      expect(unexpected.slice(0, 20)).toEqual([]);
      expect(ownData(target)).toEqual(before);
      expect(refused).toBeGreaterThan(CASES / 3);
      expect(read).toBeGreaterThan(CASES / 50);
    },
    IS_FULL ? 1_800_000 : 120_000,
  );
});
