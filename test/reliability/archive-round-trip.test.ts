import { expect, it } from 'vitest';
import { insertWatchlist, moveEntry } from '../../electron/core/database/queries/yours/lists.ts';
import { putNote } from '../../electron/core/database/queries/yours/notes.ts';
import { insertTag, putCompanyTag } from '../../electron/core/database/queries/yours/tags.ts';
import { insertTask } from '../../electron/core/database/queries/yours/tasks.ts';
import { transaction } from '../../electron/core/database/sql.ts';
import { LIST_LIMIT_MAX, TAGS_MAX } from '../../shared/model/limits.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import {
  archiveOf,
  importInto,
  newFiles,
  ownData,
  T0,
  type Files,
} from '../unit/user-data/archive/archive-world.ts';
import { reportFigures, tabulate } from './figures.ts';

/*
 * Exports a workspace with several years of notes, lists, tags and tasks to an archive, imports the archive
 * elsewhere, and compares the items.
 */

const NOTES = IS_FULL ? 5_000 : 200;
const TAGGED = IS_FULL ? 10_000 : 400;
const TASKS = IS_FULL ? 10_000 : 400;

/** Fills one half of a workspace: the items with even numbers, or the items with odd numbers. */
function fillHalf({ yours }: Files, half: 0 | 1): void {
  const numbers = (count: number): number[] =>
    Array.from({ length: count / 2 }, (_, index) => 2 * index + half);
  const ofCompany = (index: number) => ({
    companyId: `company-${index % NOTES}`,
    companyName: `Company ${index % NOTES}`,
  });
  transaction(yours, () => {
    for (const index of numbers(NOTES)) {
      const note = { ...ofCompany(index), savedAtMs: T0 + index, open: false, removedChars: 0 };
      putNote(yours, { ...note, body: `first text ${index}`, revision: 1 });
      putNote(yours, { ...note, body: `text ${index}`, revision: 2 });
    }
    const tags = numbers(TAGS_MAX).map((index) =>
      insertTag(yours, { name: `Tag ${index}`, nameFolded: `tag ${index}`, createdAtMs: T0 + index }),
    );
    numbers(TAGGED).forEach((index) => {
      const tagId = tags[(index + Math.floor(index / NOTES)) % tags.length] ?? 1;
      putCompanyTag(yours, { ...ofCompany(index), tagId, addedAtMs: T0 + index });
    });
    for (const index of numbers(TASKS))
      insertTask(yours, {
        ...ofCompany(index),
        title: `Write to company ${index}`,
        dueOn: '2026-06-10',
        dueTime: null,
        createdAtMs: T0 + index,
        entryId: null,
      });
    for (const index of numbers(LIST_LIMIT_MAX)) {
      const name = { name: `List ${index}`, nameFolded: `list ${index}` };
      const listId = insertWatchlist(yours, { ...name, createdAtMs: T0 + index });
      for (let entry = 0; entry < 20; entry += 1)
        moveEntry(yours, { ...ofCompany(index * 20 + entry), listId, reason: 'met', addedAtMs: T0 });
    }
  });
}

const itemsIn = (data: unknown): number =>
  (data as readonly (readonly [string, readonly string[]])[]).reduce(
    (sum, [, items]) => sum + items.length,
    0,
  );

it(
  `an archive of ${NOTES + TAGGED + TASKS} items is equal in every own field, twice changes nothing, and half of it merges`,
  async () => {
    const [source, target, merged] = [newFiles(), newFiles(), newFiles()];
    fillHalf(source, 0);
    await importInto(merged, archiveOf(source));
    const half = itemsIn(ownData(merged));
    fillHalf(source, 1);
    const archive = archiveOf(source, T0 + 1);
    const wanted = ownData(source);

    const { written } = await importInto(target, archive);
    expect(ownData(target)).toEqual(wanted);
    expect(await importInto(target, archive)).toEqual({ written: 0, undo: null });
    expect(ownData(target)).toEqual(wanted);

    const rest = await importInto(merged, archive);
    expect(ownData(merged)).toEqual(wanted);
    expect(rest.written).toBe(itemsIn(wanted) - half);

    const tried = `${itemsIn(wanted)} items saved and imported`;
    const wrong = `0 different, ${written} written, ${rest.written} merged into the other half`;
    reportFigures([`C11 ${tried}: ${wrong}`]);
    tabulate({ promise: 'C11', tried, wrong });
  },
  IS_FULL ? 600_000 : 120_000,
);
