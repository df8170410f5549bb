import type { SavedQuestion } from '../../../shared/model/saved-filter.ts';
import { listFates, tagFates, type Fate } from '../db/queries/saved-filters.ts';
import { statuses } from '../db/queries/statuses.ts';
import type { ReadDb } from '../db/sql.ts';
import { factsSection, some, UNREADABLE, type FactLine } from './markdown-lines.ts';
import { listSavedFilters } from './saved-filters.ts';

/**
 * The Library's saved filters as Markdown, for the seller's export; null where there are none. `plain` makes text that was
 * written as plain text safe within Markdown.
 */
export function exportFilters(yours: ReadDb, plain: (text: string) => string): string | null {
  const pipeline = new Map(statuses(yours).map(({ statusId, name }) => [statusId, name]));
  const parts = listSavedFilters(yours).map(({ name, question }) => {
    const lines = question === null ? UNREADABLE : linesOf(yours, pipeline, question);
    return factsSection(plain(name), lines, plain);
  });
  return parts.length === 0 ? null : `${['# Saved filters of the Library', ...parts].join('\n\n')}\n`;
}

/** @param pipeline what its steps are called */
function linesOf(
  yours: ReadDb,
  pipeline: ReadonlyMap<string, string>,
  { text, filters, sort }: SavedQuestion,
): readonly FactLine[] {
  return [
    ['Words', text === '' ? [] : [text]],
    ['Countries', filters.countries],
    ['Stages', filters.stages],
    ['Industries', filters.industries],
    ['Tags of the service', filters.tags],
    ['Lists', namesOf(filters.lists, (ids) => listFates(yours, ids))],
    ['Status', filters.statuses.map((each) => pipeline.get(each) ?? each)],
    ['Own tags', namesOf(filters.ownTags, (ids) => tagFates(yours, ids))],
    ['Gone through', filters.triage],
    ['Contact window', filters.windows],
    ['Last told within', filters.freshness],
    ['Hiring', yesOrNo(filters.hiring)],
    ['People', yesOrNo(filters.people)],
    ['Note', yesOrNo(filters.note)],
    ['Order', [sort]],
  ];
}

const yesOrNo = (asked: boolean | null): readonly string[] =>
  some(asked === null ? null : asked ? 'yes' : 'no');

/** Those that are gone by the last name that is known. */
function namesOf(
  ids: readonly string[],
  fatesOf: (ids: readonly number[]) => ReadonlyMap<number, Fate>,
): readonly string[] {
  const fates = fatesOf(ids.map(Number).filter(Number.isSafeInteger));
  return ids.map((id) => {
    const fate = fates.get(Number(id));
    const name = fate?.name ?? id;
    return fate?.now == null ? `${name} (gone)` : name;
  });
}
