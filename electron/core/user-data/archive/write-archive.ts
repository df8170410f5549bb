import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { History } from './compare.ts';
import { ITEM_TYPES, type ArchiveContent } from './content.ts';
import { fileOf, FORMAT_VERSION, HISTORY, MANIFEST, type Manifest } from './format.ts';

type Origin = Pick<Manifest, 'appVersion' | 'createdAtMs' | 'computer' | 'workspace'>;

/** Returns the zip file of an archive. Types without items have no file. */
export function writeArchive(content: ArchiveContent, history: History, origin: Origin): Uint8Array {
  const entries = new Map<string, { bytes: Uint8Array; items: number }>();
  for (const type of ITEM_TYPES)
    if (content[type].length > 0)
      entries.set(fileOf(type), { bytes: strToU8(linesOf(content[type])), items: content[type].length });
  if (history.size > 0)
    entries.set(HISTORY, { bytes: strToU8(JSON.stringify(groupedByType(history))), items: history.size });
  const manifest: Manifest = {
    format: 'roundwatch-archive',
    version: FORMAT_VERSION,
    ...origin,
    files: [...entries].map(([name, { bytes, items }]) => ({
      name,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      items,
    })),
  };
  const files = Object.fromEntries([...entries].map(([name, { bytes }]) => [name, bytes]));
  // The manifest comes first, so a reader knows which files to expect before inflating them.
  return zipSync(
    { [MANIFEST]: strToU8(JSON.stringify(manifest, null, 2)), ...files },
    { level: 1, mtime: new Date(origin.createdAtMs) },
  );
}

/** Writes one item per line, so two archives can be compared as text. */
const linesOf = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;

function groupedByType(history: History): Record<string, Record<string, readonly string[]>> {
  const grouped: Record<string, [string, readonly string[]][]> = {};
  for (const [name, hashes] of history) {
    const [type = '', key = ''] = name.split('\0');
    (grouped[type] ??= []).push([key, hashes]);
  }
  return Object.fromEntries(Object.entries(grouped).map(([type, keys]) => [type, Object.fromEntries(keys)]));
}
