import { describe, expect, it } from 'vitest';
import type { ArchiveConflict, KindPreview } from '../../../../shared/model/archive/archive.ts';
import type { ArchiveKind, ConflictChoice } from '../../../../shared/model/archive/archive-values.ts';
import { changesOf } from '../../../../renderer/features/archive/import-sums.ts';
import { textDifferences } from '../../../../renderer/features/archive/text-differences.ts';

const kind = (of: ArchiveKind, counts: Partial<KindPreview> = {}): KindPreview => ({
  kind: of,
  fresh: 0,
  changedThere: 0,
  changedHere: 0,
  conflicts: 0,
  same: 0,
  ...counts,
});
const conflict = (id: string, of: ArchiveKind, choice: ConflictChoice): ArchiveConflict => ({
  id,
  kind: of,
  company: null,
  name: null,
  here: null,
  there: { text: '', isCut: false, atMs: null },
  choices: ['here', 'there'],
  choice,
});

describe('what an import would write', () => {
  const kinds = [
    kind('notes', { fresh: 61, changedThere: 14, changedHere: 9, conflicts: 3, same: 1_204 }),
    kind('lists', { fresh: 2, changedThere: 3, changedHere: 1, conflicts: 1, same: 18 }),
  ];
  const conflicts = [
    conflict('1', 'notes', 'both'),
    conflict('2', 'notes', 'both'),
    conflict('3', 'notes', 'here'),
    conflict('4', 'lists', 'here'),
  ];
  const choiceOf = ({ choice }: ArchiveConflict): ConflictChoice => choice;

  it('counts new and changed items, and conflicts that this computer does not win', () => {
    expect(changesOf(kinds, { isChosen: () => true, conflicts, choiceOf })).toEqual({
      fresh: 63,
      changedThere: 17,
      changedHere: 10,
      conflicts: 4,
      same: 1_222,
      written: 82,
    });
  });
  it('leaves out the kinds that the user does not import', () => {
    const sums = changesOf(kinds, { isChosen: (of) => of === 'lists', conflicts, choiceOf });
    expect(sums).toMatchObject({ fresh: 2, changedThere: 3, conflicts: 1, written: 5 });
  });
});

describe('the differences of two texts', () => {
  const own = (text: string, other: string): string[] =>
    textDifferences(text, other).flatMap(({ text: part, isOwn }) => (isOwn ? [part] : []));
  it('are the sentences that only one has', () => {
    const here = 'Call with Eirik on Tuesday. They start the pilot in August. Ask for the budget owner.';
    const there = 'Call with Eirik on Tuesday. Budget owner is Silje.\nAsk for the budget owner.';
    expect(own(here, there)).toEqual(['They start the pilot in August. ']);
    expect(own(there, here)).toEqual(['Budget owner is Silje.\n']);
    expect(own(here, here)).toEqual([]);
  });
  it('never lose a character', () => {
    for (const text of ['', 'a', 'a\n\nb', 'A. B! C?\n', '…\n \n', '3.5 is a number. Not 4.'])
      expect(
        textDifferences(text, 'x')
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });
});
