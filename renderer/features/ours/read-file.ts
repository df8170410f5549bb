/**
 * Maximum size of a file, in bytes. Leaves room for 2 million characters, which take up at most 6 MB in
 * UTF-8.
 */
export const FILE_BYTES_MAX = 8_000_000;

/**
 * Decodes a text file. UTF-8 is supported, and so is UTF-16 with a byte order mark. Any other file is read as
 * Windows-1252, which spreadsheet programs often use. Returns null if the content is not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
