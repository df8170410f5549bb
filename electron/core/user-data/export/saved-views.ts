import type { SavedFilter, SavedQuestion } from '../../../../shared/model/saved-filter.ts';
import { listFates, tagFates, type MarkStatus } from '../../database/queries/yours/saved-views.ts';
import { statuses } from '../../database/queries/yours/statuses.ts';
import type { ReadDb } from '../../database/sql.ts';
import { factsSection, some, UNREADABLE, type FactLine } from './markdown-lines.ts';
import { EXPORT_WORDS, sortText } from './export-words.ts';
import { listSavedFilters } from '../saved-views.ts';

/** Exports the saved views as Markdown; null if there are none. */
export function exportFilters(yours: ReadDb): string | null {
  const pipeline = new Map(statuses(yours).map(({ statusId, name }) => [statusId, name]));
  const parts = listSavedFilters(yours).map(({ name, question, deletedMarks }) => {
    const lines = question === null ? UNREADABLE : linesOf(yours, pipeline, question, deletedMarks.statuses);
    return factsSection(name, lines);
  });
  return parts.length === 0 ? null : `${['# Saved views of the library', ...parts].join('\n\n')}\n`;
}

/** Returns the filters of a saved view as lines. `pipeline` maps status ids to names. */
function linesOf(
  yours: ReadDb,
  pipeline: ReadonlyMap<string, string>,
  question: SavedQuestion,
  deletedStatuses: SavedFilter['deletedMarks']['statuses'],
): readonly FactLine[] {
  const { filters } = question;
  const deleted = new Map<string, string>(
    deletedStatuses.map(({ id, name }) => [id, name === null ? 'deleted status' : `${name} (deleted)`]),
  );
  return viewLines(question, {
    lists: namesOf(filters.lists, (ids) => listFates(yours, ids)),
    tags: namesOf(filters.ownTags, (ids) => tagFates(yours, ids)),
    statuses: filters.statuses.map(
      (each) => pipeline.get(each) ?? deleted.get(each) ?? (each === 'none' ? EXPORT_WORDS.noStatus : each),
    ),
  });
}

/** Returns the filters of a saved view as lines, with the names of its lists, tags and statuses. */
export function viewLines(
  { text, filters, sort }: SavedQuestion,
  names: Readonly<Record<'lists' | 'tags' | 'statuses', readonly string[]>>,
): readonly FactLine[] {
  return [
    ['Search text', text === '' ? [] : [text]],
    ['Countries', filters.countries],
    ['Stages', filters.stages],
    ['Industries', filters.industries],
    ['Investors', filters.investors],
    ['Service tags', filters.tags],
    ['Lists', names.lists],
    ['Status', names.statuses],
    ['Your tags', names.tags],
    ['Triage', filters.triage.map((each) => EXPORT_WORDS.triage[each])],
    ['Already yours', filters.ours.map((each) => EXPORT_WORDS.ours[each])],
    ['Fit', filters.fits.map((each) => EXPORT_WORDS.fits[each])],
    ['Contact window', filters.windows.map((each) => EXPORT_WORDS.windows[each])],
    ['Last fetched', filters.freshness.map((each) => EXPORT_WORDS.freshness[each])],
    ['Has open roles', yesOrNo(filters.hiring)],
    ['Has contacts', yesOrNo(filters.people)],
    ['Has a note', yesOrNo(filters.note)],
    ['Sorted by', [sortText(sort)]],
  ];
}

const yesOrNo = (wanted: boolean | null): readonly string[] =>
  some(wanted === null ? null : wanted ? 'yes' : 'no');

/**
 * Returns the names of lists or tags. A deleted list or tag has the name from before its deletion, followed
 * by "(deleted)".
 */
function namesOf(
  ids: readonly string[],
  statusesOf: (ids: readonly number[]) => ReadonlyMap<number, MarkStatus>,
): readonly string[] {
  const statuses = statusesOf(ids.map(Number).filter(Number.isSafeInteger));
  return ids.map((id) => {
    const status = statuses.get(Number(id));
    const name = status?.name ?? id;
    return status?.now == null ? `${name} (deleted)` : name;
  });
}
