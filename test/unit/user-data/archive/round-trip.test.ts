import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../../../support/common/full-size.ts';
import { undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import {
  archiveOf,
  compared,
  importInto,
  newFiles,
  ownData,
  randomFrom,
  scribble,
  T0,
} from './archive-world.ts';

const SEEDS = Array.from({ length: IS_FULL ? 400 : 6 }, (_, index) => index + 1);

/** Returns one line, beginning with the state, for each item that differs between the two sides. */
const differences = (...args: Parameters<typeof compared>): string[] =>
  compared(...args)
    .filter(({ state }) => state !== 'same')
    .map(({ state, theirs }) => `${state} ${theirs.type} ${theirs.key}`);

describe('round trip of an archive', () => {
  it('imports everything into an empty workspace, with every own field', async () => {
    for (const seed of SEEDS) {
      const [source, target] = [newFiles(), newFiles()];
      scribble(source, randomFrom(seed), 60, T0);
      await importInto(target, archiveOf(source));
      expect(ownData(target), `seed ${seed}`).toEqual(ownData(source));
    }
  });

  it('changes nothing if the same archive is imported twice', async () => {
    for (const seed of SEEDS) {
      const [source, target] = [newFiles(), newFiles()];
      scribble(source, randomFrom(seed), 40, T0);
      scribble(target, randomFrom(seed + 1_000), 40, T0 + 500);
      const archive = archiveOf(source);
      await importInto(target, archive);
      const before = ownData(target);
      const again = await importInto(target, archive);
      expect(again, `seed ${seed}: ${differences(target, archive).join(', ')}`).toEqual({
        written: 0,
        undo: null,
      });
      expect(ownData(target)).toEqual(before);
    }
  });

  it('changes nothing if a workspace imports its own archive', async () => {
    for (const seed of SEEDS) {
      const source = newFiles();
      scribble(source, randomFrom(seed), 60, T0);
      const archive = archiveOf(source);
      expect(differences(source, archive)).toEqual([]);
      expect(await importInto(source, archive)).toEqual({ written: 0, undo: null });
    }
  });

  it('reverts the whole import with one undo, and the next import brings it again', async () => {
    for (const seed of SEEDS) {
      const [source, target] = [newFiles(), newFiles()];
      scribble(source, randomFrom(seed), 50, T0);
      scribble(target, randomFrom(seed + 1_000), 30, T0 + 500);
      const archive = archiveOf(source);
      const [before, wanted] = [ownData(target), differences(target, archive)];
      const { undo } = await importInto(target, archive);
      if (undo === null) continue;
      undoChange(target.yours, undo, T0 + 2);
      expect(withoutNotes(ownData(target)), `seed ${seed}`).toEqual(withoutNotes(before));
      expect(differences(target, archive), `seed ${seed}`).toEqual(wanted);
    }
  });
});

/** Leaves out the notes, because their history still contains the imported texts after an undo. */
const withoutNotes = (data: unknown): unknown =>
  (data as [string, unknown][]).filter(([type]) => type !== 'notes' && type !== 'reviewNotes');
