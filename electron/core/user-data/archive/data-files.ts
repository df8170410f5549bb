import { strToU8 } from 'fflate';
import type { Sliced } from '../../foundation/slices.ts';
import { itemOfHistoryKey, type History } from './compare.ts';
import { ITEM_TYPES, type ArchiveContent } from './content.ts';
import { fileOf, HISTORY, LOCAL_COMPANIES, type ArchivedLocalCompany } from './format.ts';
import type { DataFile } from './zip.ts';

/** Returns the files of an archive. Types without items have no file. */
export function* dataFilesOf(
  content: ArchiveContent,
  history: History,
  localCompanies: readonly ArchivedLocalCompany[],
): Sliced<DataFile[]> {
  const files: DataFile[] = [];
  for (const type of ITEM_TYPES)
    if (content[type].length > 0)
      files.push({
        name: fileOf(type),
        items: content[type].length,
        parts: yield* partsOf(content[type]),
      });
  if (localCompanies.length > 0)
    files.push({
      name: LOCAL_COMPANIES,
      items: localCompanies.length,
      parts: yield* partsOf(localCompanies),
    });
  if (history.size > 0)
    files.push({ name: HISTORY, items: history.size, parts: yield* partsOf(yield* versionsIn(history)) });
  return files;
}

/** Size of a part, in characters. */
const PART_CHARS = 65_536;

/**
 * Writes one item per line, so two archives can be compared as text, and an archive can be read one item at a
 * time.
 */
function* partsOf(items: readonly object[]): Sliced<DataFile['parts']> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let text = '[\n';
  for (const [index, item] of items.entries()) {
    text += `${JSON.stringify(item)}${index === items.length - 1 ? '' : ','}\n`;
    if (text.length > PART_CHARS) {
      parts.push(strToU8(text));
      text = '';
    }
    yield;
  }
  parts.push(strToU8(`${text}]\n`));
  return parts;
}

/** Returns the items of the history's file (`archivedVersionsSchema`). */
function* versionsIn(history: History): Sliced<object[]> {
  const versions: object[] = [];
  for (const [name, hashes] of history) {
    versions.push({ ...itemOfHistoryKey(name), hashes });
    yield;
  }
  return versions;
}
