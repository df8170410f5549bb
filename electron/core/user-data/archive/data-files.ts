import { strToU8 } from 'fflate';
import type { Sliced } from '../../foundation/slices.ts';
import type { History } from './compare.ts';
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
        parts: yield* partsOf('[', content[type], JSON.stringify, ']'),
      });
  if (localCompanies.length > 0)
    files.push({
      name: LOCAL_COMPANIES,
      items: localCompanies.length,
      parts: yield* partsOf('[', localCompanies, JSON.stringify, ']'),
    });
  if (history.size > 0) {
    const types = yield* entriesByType(history);
    const line = ([type, entries]: [string, readonly string[]]): string =>
      `${JSON.stringify(type)}:{${entries.join(',')}}`;
    files.push({ name: HISTORY, items: history.size, parts: yield* partsOf('{', [...types], line, '}') });
  }
  return files;
}

/** Size of a part, in characters. */
const PART_CHARS = 65_536;

/**
 * Writes one item per line, so two archives can be compared as text, and an archive can be read one item at a
 * time.
 */
function* partsOf<T>(
  open: string,
  items: readonly T[],
  lineOf: (item: T) => string,
  close: string,
): Sliced<DataFile['parts']> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let text = `${open}\n`;
  for (const [index, item] of items.entries()) {
    text += `${lineOf(item)}${index === items.length - 1 ? '' : ','}\n`;
    if (text.length > PART_CHARS) {
      parts.push(strToU8(text));
      text = '';
    }
    yield;
  }
  parts.push(strToU8(`${text}${close}\n`));
  return parts;
}

/** Groups the history by item type. For each type, returns the entries as lines for a JSON object. */
function* entriesByType(history: History): Sliced<Map<string, string[]>> {
  const grouped = new Map<string, string[]>();
  for (const [name, hashes] of history) {
    const [type = '', key = ''] = name.split('\0');
    const entry = `${JSON.stringify(key)}:${JSON.stringify(hashes)}`;
    const group = grouped.get(type);
    if (group === undefined) grouped.set(type, [entry]);
    else group.push(entry);
    yield;
  }
  return grouped;
}
