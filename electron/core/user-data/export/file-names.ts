import { fold } from '../../../../shared/fold-diacritics.ts';

/**
 * Maximum length of a name in UTF-8 bytes. File systems allow 255; the difference leaves space for a number
 * and a file extension.
 */
const BYTES_MAX = 200;
/** Names that Windows reserves, whatever their extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a function that turns text into a unique file name without extension, valid on Linux, macOS and
 * Windows. Names that differ only in case or accents count as equal.
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
    // Replaces invalid characters, path separators and bidirectional marks with spaces.
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
  let shortened = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += Buffer.byteLength(character);
    if (bytes > BYTES_MAX) break;
    shortened += character;
  }
  return shortened;
}
