import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { createRandom } from '../data/random.ts';

/** Returns an error page that looks like a proxy's. */
export const errorPage = (status: number): string =>
  `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><hr>gateway</body></html>`;

/** Returns a PNG image with a single transparent pixel. */
export const transparentPixel = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );

export function seededBytes(length: number, seed: number): Buffer {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => random.int(0, 255)));
}

/** Returns valid JSON with `depth` nested arrays or objects. */
export function deepJson(depth: number, of: 'arrays' | 'objects'): Buffer {
  const [open, middle, close] = of === 'arrays' ? ['[', '0', ']'] : ['{"a":', '0', '}'];
  return Buffer.from(`${open.repeat(depth)}${middle}${close.repeat(depth)}`);
}

export const gzipped = (body: Buffer): Buffer => gzipSync(body);

const MEGABYTE = 1_048_576;

/**
 * Returns the gzipped body, preceded by many megabytes of spaces, which gzip compresses about a thousandfold.
 * The uncompressed result is still valid JSON. The spaces and the body form a single gzip member, because
 * browsers stop after the first member. It consists of one compressed block of spaces, repeated many times,
 * and the body.
 */
export function gzipBomb(megabytes: number, body: Buffer): Buffer {
  const spaces = Buffer.alloc(MEGABYTE, ' ');
  const block = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH });
  let checksum = 0;
  for (let done = 0; done < megabytes; done += 1) checksum = crc32(spaces, checksum);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(body, checksum), 0);
  trailer.writeUInt32LE((megabytes * MEGABYTE + body.length) % 2 ** 32, 4);
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const blocks = Array.from({ length: megabytes }, () => block);
  return Buffer.concat([head, ...blocks, deflateRawSync(body), trailer]);
}
