import type {
  ArchiveConflict,
  ImportPreview,
  KindPreview,
} from '../../../../shared/model/archive/archive.ts';
import {
  ARCHIVE_KINDS,
  CONFLICT_TEXT_MAX,
  type ArchiveKind,
  type ConflictChoice,
} from '../../../../shared/model/archive/archive-values.ts';
import { clip } from '../../foundation/clip-text.ts';
import { conflictText } from './conflict-text.ts';
import type { Compared } from './compare.ts';
import type { ArchiveContent } from './content.ts';
import { KIND_OF, type Item } from './items.ts';

/** The choices for a conflict. Keeping both texts is possible only for notes that exist on both sides. */
export const choicesOf = ({ theirs, ours }: Compared): ConflictChoice[] =>
  ours !== null && (theirs.type === 'notes' || theirs.type === 'reviewNotes')
    ? ['both', 'here', 'there']
    : ['here', 'there'];

/**
 * Returns the choice that applies until the user makes another. A note keeps both texts, and an item that was
 * deleted here gets the archive's version. For other items, the version that was changed last is chosen; if
 * no time is known, the workspace's version.
 */
export function defaultChoice(compared: Compared): ConflictChoice {
  const { theirs, ours } = compared;
  if (ours === null) return 'there';
  if (choicesOf(compared).includes('both')) return 'both';
  return (theirs.atMs ?? 0) > (ours.atMs ?? 0) ? 'there' : 'here';
}

/** Counts the items in each state, for each kind of item in the archive. */
export function kindsOf(compared: readonly Compared[]): KindPreview[] {
  const kinds = new Map<ArchiveKind, KindPreview>();
  const field = {
    same: 'same',
    fresh: 'fresh',
    there: 'changedThere',
    here: 'changedHere',
    conflict: 'conflicts',
  } as const;
  for (const { theirs, state } of compared) {
    const kind = KIND_OF[theirs.type];
    const counts = kinds.get(kind) ?? {
      kind,
      fresh: 0,
      changedThere: 0,
      changedHere: 0,
      conflicts: 0,
      same: 0,
    };
    counts[field[state]] += 1;
    kinds.set(kind, counts);
  }
  return ARCHIVE_KINDS.flatMap((kind) => kinds.get(kind) ?? []);
}

/**
 * Returns the number of spending rules that an import would write. The import writes all of them switched
 * off.
 */
export const switchedOffBy = (compared: readonly Compared[]): ImportPreview['switchedOff'] =>
  compared.filter(
    ({ theirs, state }) =>
      (theirs.type === 'watchRules' || theirs.type === 'planRules') && state !== 'same' && state !== 'here',
  ).length;

/** Returns a conflict as the user sees it. `index` is its position among all compared items. */
export function conflictOf(
  compared: Compared,
  index: number,
  contents: { readonly ours: ArchiveContent; readonly theirs: ArchiveContent },
): ArchiveConflict {
  const { theirs, ours } = compared;
  return {
    id: String(index),
    kind: KIND_OF[theirs.type],
    company: companyOf(contents.theirs, theirs),
    name: nameOf(contents.theirs, theirs),
    here: ours === null ? null : sideOf(contents.ours, ours),
    there: sideOf(contents.theirs, theirs),
    choices: choicesOf(compared),
    choice: defaultChoice(compared),
  };
}

function companyOf(content: ArchiveContent, { type, index, companyId }: Item): ArchiveConflict['company'] {
  if (companyId === null) return null;
  const item = content[type][index];
  return { id: companyId, name: item !== undefined && 'companyName' in item ? item.companyName : '' };
}

function nameOf(content: ArchiveContent, { type, index, parent }: Item): string | null {
  if (parent !== null && parent.type !== 'statuses')
    return content[parent.type].find(({ ref }) => ref === parent.ref)?.name ?? null;
  const item = content[type][index];
  if (item === undefined) return null;
  if ('name' in item) return item.name;
  if ('title' in item) return item.title;
  return 'month' in item ? item.month : null;
}

function sideOf(content: ArchiveContent, item: Item): ArchiveConflict['there'] {
  const text = conflictText(content, item);
  return { text: clip(text, CONFLICT_TEXT_MAX), isCut: text.length > CONFLICT_TEXT_MAX, atMs: item.atMs };
}
