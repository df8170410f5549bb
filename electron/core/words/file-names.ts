import { fold } from '../library/fold.ts';

/** UTF-8 bytes, well below the 255 that file systems take, with room for a number and an ending. */
const BYTES_MAX = 200;
/** Names that Windows keeps for itself, whatever follows the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Names for files of one folder, without their ending: possible on Linux, macOS and Windows, never a path, never one twice. The
 * same file is meant by names that differ in case or accents only, so those count as one.
 */
export function createFileNames(): (wanted: string) => string {
  const given = new Set<string>();
  return (wanted) => {
    const base = possible(wanted);
    let name = base;
    for (let number = 2; given.has(fold(name)); number += 1) name = `${base} (${number})`;
    given.add(fold(name));
    return name;
  };
}

function possible(wanted: string): string {
  const plain = wanted
    .normalize('NFC')
    // What no file system takes, what separates folders, and what turns the direction of writing.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = cut(plain)
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  if (name === '') return 'Company';
  return RESERVED.test(name) ? `${name} company` : name;
}

function cut(plain: string): string {
  let kept = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += Buffer.byteLength(character);
    if (bytes > BYTES_MAX) break;
    kept += character;
  }
  return kept;
}
