import { lstat, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { IMPORT_PROBLEMS_MAX } from '../../../../shared/model/import-files/import-files-values.ts';
import { storageFailure } from '../../database/open.ts';
import { decodeText, FILE_BYTES_MAX, fileFailure, FILES_MAX, FOLDER_BYTES_MAX } from './file-text.ts';
import type { GivenRecord } from './given-record.ts';
import { parseMarkdown } from './parse-markdown.ts';

export interface FileProblem {
  readonly file: string;
  readonly message: string;
}
export interface MarkdownRecords {
  readonly records: readonly GivenRecord[];
  /** The problems with the first `IMPORT_PROBLEMS_MAX` unreadable files. */
  readonly problems: readonly FileProblem[];
  readonly unreadableFiles: number;
}

/**
 * Reads a text file. The size limit is checked while reading, because a file may grow in the meantime or
 * report no size.
 * @throws AppFailure `validation`, `storage`
 */
export async function readTextFile(path: string, fileName: string): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      if (!(await handle.stat()).isFile()) throw fileFailure(fileName, 'not a file');
      const bytes = Buffer.alloc(FILE_BYTES_MAX + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(
          bytes,
          length,
          Math.min(bytes.length - length, 1 << 20),
          null,
        );
        length += bytesRead;
        if (bytesRead === 0 || length === bytes.length) break;
      }
      return decodeText(bytes.subarray(0, length), fileName);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isFromSystem = error instanceof Error && 'syscall' in error;
    throw storageFailure(error) ?? (isFromSystem ? fileFailure(fileName, 'cannot be read') : error);
  }
}

/**
 * Reads the Markdown files in a folder and its subfolders. Skips links and hidden files, because they may
 * lead outside the folder or belong to another program. If a file cannot be read, the others are still read.
 * @throws AppFailure `validation` if there are too many files, or none that can be read
 */
export async function readMarkdownFolder(folder: string, folderName: string): Promise<MarkdownRecords> {
  const records: GivenRecord[] = [];
  const problems: FileProblem[] = [];
  let unreadableFiles = 0;
  let bytes = 0;
  for (const path of await markdownFiles(folder, folderName)) {
    const file = relative(folder, path);
    bytes += (await lstat(path)).size;
    if (bytes > FOLDER_BYTES_MAX) throw fileFailure(folderName, 'more than 100 MB');
    try {
      const record = parseMarkdown(file.replace(/^.*[/\\]/, ''), await readTextFile(path, file));
      if (record !== null) records.push(record);
    } catch (error) {
      unreadableFiles += 1;
      if (problems.length < IMPORT_PROBLEMS_MAX)
        problems.push({ file: file.slice(-260), message: messageFor(error) });
    }
  }
  if (records.length === 0)
    throw fileFailure(folderName, unreadableFiles === 0 ? 'no Markdown files' : (problems[0]?.message ?? ''));
  return { records, problems, unreadableFiles };
}

/**
 * Returns the message of an error, if the error is about the content of one file. @throws the error itself
 * otherwise
 */
function messageFor(error: unknown): string {
  const failure = error instanceof AppFailure ? error.appError : null;
  if (failure?.kind !== 'validation') throw error;
  return (failure.issues[0]?.message ?? '').slice(0, 200);
}

async function markdownFiles(folder: string, folderName: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next, folderName)) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name)) found.push(join(next, entry.name));
    }
    if (found.length + waiting.length > FILES_MAX)
      throw fileFailure(folderName, `more than ${FILES_MAX} files`);
  }
  return found.toSorted();
}

const entriesOf = (folder: string, folderName: string) =>
  readdir(folder, { withFileTypes: true }).catch(() => {
    throw fileFailure(folderName, 'cannot be read');
  });
