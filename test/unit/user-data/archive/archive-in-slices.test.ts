import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJobThread } from '../../../../electron/adapters/job-thread.ts';
import { openWorkspaceFiles } from '../../../../electron/core/backup/open-workspace-files.ts';
import { insertTag } from '../../../../electron/core/database/queries/yours/tags.ts';
import { openSnapshot } from '../../../../electron/core/database/snapshot.ts';
import { finish, inSlices, type Sliced } from '../../../../electron/core/foundation/slices.ts';
import { collectInSlices } from '../../../../electron/core/user-data/archive/collect.ts';
import { prepareArchive } from '../../../../electron/core/user-data/archive/own-data.ts';
import { parseArchive, readArchive } from '../../../../electron/core/user-data/archive/read-archive.ts';
import { createZip } from '../../../../electron/core/user-data/archive/zip.ts';
import { clock, log } from '../../../support/app/library-fixtures.ts';
import { failureOf } from '../../../support/common/failure.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';
import { fileIn, newFiles, randomFrom, scribble, T0, writeNote } from './archive-world.ts';

describe('work in slices', () => {
  it('pauses after a few milliseconds and returns the result', async () => {
    let [nowMs, pauses] = [0, 0];
    const steps: number[] = [];
    function* work(): Sliced<string> {
      for (let step = 0; step < 10; step += 1) {
        steps.push(pauses);
        nowMs += 3;
        yield;
      }
      return 'done';
    }
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    expect(await inSlices(work(), { clock: { monotonicMs: () => nowMs }, pause })).toBe('done');
    expect(steps).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
  });

  it('pauses when the work asks for it', async () => {
    let pauses = 0;
    function* work(): Sliced<number> {
      yield;
      yield 'pause';
      return pauses;
    }
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    expect(await inSlices(work(), { clock: { monotonicMs: () => 0 }, pause })).toBe(1);
  });

  it('reads the data as it was when the reading began, and notices a change', () => {
    const temp = tempDir();
    const files = openWorkspaceFiles(join(temp.path, 'workspace'), { clock, log });
    try {
      writeNote(files, 'a', 'first', T0);
      writeNote(files, 'b', 'first', T0);
      const quiet = openSnapshot(files.yours, { clock, log });
      finish(collectInSlices(quiet.db));
      expect(quiet.hasChanged()).toBe(false);
      quiet.close();
      const snapshot = openSnapshot(files.yours, { clock, log });
      const work = collectInSlices(snapshot.db);
      work.next();
      writeNote(files, 'b', 'second', T0 + 60_000_000);
      insertTag(files.yours, { name: 'Warm', nameFolded: 'warm', createdAtMs: T0 });
      const { notes, tags } = finish(work).content;
      expect(tags).toEqual([]);
      expect(notes.map(({ versions }) => versions.at(-1)?.body)).toEqual(['first', 'first']);
      expect(snapshot.hasChanged()).toBe(true);
      snapshot.close();
    } finally {
      files.close();
      temp.remove();
    }
  });
});

describe('the thread that zips', () => {
  const thread = createJobThread(
    new URL('../../../../electron/core/user-data/archive/workers/zip-worker.ts', import.meta.url),
  );
  const origin = { appVersion: '1', createdAtMs: T0, computer: 'Studio', workspace: { id: 'a', name: 'A' } };

  it('makes the same archive as the event loop, and unzips it', async () => {
    const files = newFiles();
    scribble(files, randomFrom(5), 60, T0);
    const data = (): ReturnType<typeof prepareArchive> => prepareArchive(files.yours, files.yours, T0);
    finish(data());
    const inThread = await createZip(thread).zip(finish(data()).files, origin);
    expect(Buffer.from(inThread)).toEqual(Buffer.from(await createZip().zip(finish(data()).files, origin)));
    const unzipped = await createZip(thread).unzip(inThread);
    expect(finish(parseArchive(unzipped))).toEqual(readArchive(inThread));
  });

  it('reports why it refuses a file', async () => {
    const zip = fileIn(newFiles());
    const reasonOf = (bytes: Uint8Array) => failureOf(createZip(thread).unzip(bytes));
    expect(await reasonOf(zip.subarray(0, 200))).toEqual({ kind: 'archive', reason: 'damaged' });
    expect(await reasonOf(Buffer.from('Hello'))).toEqual({ kind: 'archive', reason: 'not-an-archive' });
  });
});
