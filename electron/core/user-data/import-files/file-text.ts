import { AppFailure } from '../../../../shared/app-failure.ts';

/** Maximum size of one file, and of all files of a folder together. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024;
export const FOLDER_BYTES_MAX = 100 * 1024 * 1024;
export const FILES_MAX = 20_000;

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252, which spreadsheet
 * programs still write.
 * @throws AppFailure `validation` if the file is too large or is not text
 */
export function decodeText(bytes: Uint8Array, fileName: string): string {
  if (bytes.byteLength > FILE_BYTES_MAX) throw fileFailure(fileName, 'more than 10 MB');
  const text = decoded(bytes);
  if (text.includes('\0')) throw fileFailure(fileName, 'not a text file');
  return text.replace(/^\uFEFF/, '');
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns a validation failure that contains the file name. */
export const fileFailure = (fileName: string, message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: fileName.slice(0, 200), message }] });
