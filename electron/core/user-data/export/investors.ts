import { investorMerges, investorWatches } from '../../database/queries/yours/investors.ts';
import type { ReadDb } from '../../database/sql.ts';
import { escapeLine, factsSection, type FactLine } from './markdown-lines.ts';

/** Exports the watched investors and the merged names as Markdown; null if there are none. */
export function exportInvestors(yours: ReadDb): string | null {
  const watched = investorWatches(yours).map(({ name }) => name);
  const spellings = new Map<string, string[]>();
  for (const { intoName, name } of investorMerges(yours))
    spellings.set(intoName, [...(spellings.get(intoName) ?? []), name]);
  const lines: FactLine[] = [...spellings].map(([name, others]) => [escapeLine(name), others]);
  const parts = [
    ...(watched.length === 0 ? [] : [factsSection('Watched', [['Investors', watched]])]),
    ...(lines.length === 0 ? [] : [factsSection('Merged names', lines)]),
  ];
  return parts.length === 0 ? null : `${['# Investors', ...parts].join('\n\n')}\n`;
}
