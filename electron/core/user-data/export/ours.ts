import { localDate } from '../../../../shared/local-date.ts';
import type { OursKind } from '../../../../shared/model/ours/ours-kinds.ts';
import { exportedOursLines } from '../../database/queries/yours/ours.ts';
import type { ReadDb } from '../../database/sql.ts';
import { escapeLine as line } from './markdown-lines.ts';

const TITLES: Readonly<Record<OursKind, string>> = {
  'do-not-contact': 'Do not contact',
  customer: 'Customers',
  deal: 'Open deals',
  competitor: 'Competitors',
};

/**
 * Exports the lines exactly as the user imported them; null if there are none. Omits the matching companies,
 * because they are downloaded data.
 */
export function exportOurs(yours: ReadDb): string | null {
  const imports = new Map<number, { title: string; lines: string[] }>();
  for (const { importId, kind, source, importedAtMs, given } of exportedOursLines(yours)) {
    const from = source === '' ? '' : `, ${line(source)}`;
    const known = imports.get(importId) ?? {
      title: `## ${TITLES[kind]} (${localDate(importedAtMs)}${from})`,
      lines: [],
    };
    known.lines.push(`- ${line(given)}`);
    imports.set(importId, known);
  }
  if (imports.size === 0) return null;
  const parts = [...imports.values()].map(({ title, lines }) => `${title}\n\n${lines.join('\n')}`);
  return `${['# Already yours', ...parts].join('\n\n')}\n`;
}
