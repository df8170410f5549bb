import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of a marker in every encoding in which the app could have stored it by mistake. */
function formsOf(marker: string): Map<string, Buffer> {
  const utf8 = Buffer.from(marker, 'utf8');
  const forms = new Map<string, Buffer>([
    ['utf-8', utf8],
    ['utf-16le', Buffer.from(marker, 'utf16le')],
    ['utf-16be', Buffer.from(marker, 'utf16le').swap16()],
    ['hex', Buffer.from(utf8.toString('hex'), 'latin1')],
    ['percent', Buffer.from(encodeURIComponent(marker), 'latin1')],
  ]);
  // The Base64 form of a marker depends on its offset modulo 3 in the encoded data. The first and last
  // characters also depend on adjacent bytes, so the search omits them.
  for (const shift of [0, 1, 2]) {
    const letters = Buffer.concat([Buffer.alloc(shift), utf8])
      .toString('base64')
      .replace(/=+$/, '');
    const inside = letters.slice(shift === 0 ? 0 : shift + 1, -1);
    forms.set(`base64+${shift}`, Buffer.from(inside, 'latin1'));
    forms.set(`base64url+${shift}`, Buffer.from(inside.replace(/\+/g, '-').replace(/\//g, '_'), 'latin1'));
  }
  return forms;
}

/** Lowercases ASCII letters, so the search ignores case. */
function lowered(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let index = 0; index < copy.length; index += 1) {
    const byte = copy[index] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) copy[index] = byte + 0x20;
  }
  return copy;
}

interface Pattern {
  readonly bytes: Buffer;
  readonly words: string;
}

const HEAD_BYTES = 4;

/** Groups all encoded markers by their first four bytes, so one pass over a file finds all of them. */
function patternsByHead(markers: readonly string[]): Map<number, Pattern[]> {
  const byHead = new Map<number, Pattern[]>();
  for (const marker of markers)
    for (const [form, plain] of formsOf(marker)) {
      const bytes = lowered(plain);
      if (bytes.length < HEAD_BYTES) throw new Error(`the marker is too short to search for: ${marker}`);
      const head = bytes.readUInt32BE(0);
      byHead.set(head, [...(byHead.get(head) ?? []), { bytes, words: `${marker} (${form})` }]);
    }
  return byHead;
}

function hitsIn(content: Buffer, byHead: Map<number, Pattern[]>): Set<string> {
  const hits = new Set<string>();
  // A head is the first four bytes of a marker. Few positions in a file are the end of a head. A table of the
  // last two bytes of all heads rules out most other positions faster than a lookup in `byHead`.
  const isTail = new Uint8Array(0x1_0000);
  for (const head of byHead.keys()) isTail[head & 0xffff] = 1;
  let head = 0;
  for (let index = 0; index < content.length; index += 1) {
    head = ((head << 8) | (content[index] ?? 0)) >>> 0;
    if (isTail[head & 0xffff] === 0) continue;
    const start = index - HEAD_BYTES + 1;
    for (const { bytes, words } of byHead.get(head) ?? [])
      if (start >= 0 && bytes.equals(content.subarray(start, start + bytes.length))) hits.add(words);
  }
  return hits;
}

/** Searches all files below `folder` for `markers`. Returns hits as `file: marker (encoding)`. */
export function findPlaintext(folder: string, markers: readonly string[]): { hits: string[]; bytes: number } {
  const byHead = patternsByHead(markers);
  const hits: string[] = [];
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const content = lowered(readFileSync(file));
    bytes += content.length;
    for (const words of hitsIn(content, byHead)) hits.push(`${name}: ${words}`);
  }
  return { hits, bytes };
}
