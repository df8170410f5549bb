import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWorkspaceFiles, type WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { insertWatchlist, moveEntry } from '../../electron/core/database/queries/yours/lists.ts';
import { noteOf, putNote } from '../../electron/core/database/queries/yours/notes.ts';
import { insertTag, putCompanyTag } from '../../electron/core/database/queries/yours/tags.ts';
import { insertTask } from '../../electron/core/database/queries/yours/tasks.ts';
import { transaction, type ReadDb } from '../../electron/core/database/sql.ts';
import { openSnapshot } from '../../electron/core/database/snapshot.ts';
import { createJobThread } from '../../electron/adapters/job-thread.ts';
import { finish, inSlices } from '../../electron/core/foundation/slices.ts';
import { applyImport } from '../../electron/core/user-data/archive/apply.ts';
import { collect } from '../../electron/core/user-data/archive/collect.ts';
import { compare } from '../../electron/core/user-data/archive/compare.ts';
import { readHistory } from '../../electron/core/user-data/archive/history.ts';
import { compareWithOwnData, prepareArchive } from '../../electron/core/user-data/archive/own-data.ts';
import { parseArchive, readArchive } from '../../electron/core/user-data/archive/read-archive.ts';
import { createZip, zipFiles } from '../../electron/core/user-data/archive/zip.ts';
import { ARCHIVE_KINDS } from '../../shared/model/archive/archive-values.ts';
import { LIST_LIMIT_MAX, TAGS_MAX } from '../../shared/model/limits.ts';
import { median, rounded, textTable } from '../lib/figures.ts';
import { reportGoals, type Goal } from '../lib/goals.ts';
import { saveResults } from '../lib/results.ts';
import { startTimes } from '../lib/times.ts';

/*
 * `npm run bench -- archive [--quick]` measures how long it takes to save an archive and to import it into an
 * empty workspace: notes alone, and together with lists, tags and tasks. For comparison, it measures the
 * least work that any archive format needs: writing the same notes as plain JSON, and inserting their rows in
 * one transaction.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const NOTES = values.quick ? 1_000 : 5_000;
const TAGGED = values.quick ? 2_000 : 10_000;
const TASKS = values.quick ? 2_000 : 10_000;
const ROUNDS = values.quick ? 2 : 5;
/** Minimum number of notes per second, for saving and for importing. */
const GOAL = 5_000;
/** A longer turn of the event loop delays a frame. */
const TURN_GOAL_MS = 16;

const T0 = Date.UTC(2026, 0, 1);
const clock = {
  nowMs: () => T0,
  monotonicMs: () => performance.now(),
  after: () => () => undefined,
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ORIGIN = {
  appVersion: '0',
  createdAtMs: T0,
  computer: 'Bench',
  workspace: { id: 'bench', name: 'Bench' },
};
const SENTENCE = 'Call with the head of operations: they start the pilot in August and want one supplier. ';

const folder = mkdtempSync(join(tmpdir(), 'roundwatch-archive-'));
let made = 0;
const newFiles = (): WorkspaceFiles =>
  openWorkspaceFiles(join(folder, `workspace-${(made += 1)}`), { clock, log });

/** Writes notes of about 500 characters, and an earlier version of every fifth note. */
function fillNotes({ yours }: WorkspaceFiles): void {
  transaction(yours, () => {
    for (let index = 0; index < NOTES; index += 1) {
      const note = {
        companyId: `company-${index}`,
        companyName: `Company ${index}`,
        body: `${index} ${SENTENCE.repeat(5 + (index % 3))}`,
        savedAtMs: T0 + index,
        open: false,
        removedChars: 0,
      };
      if (index % 5 === 0) putNote(yours, { ...note, body: `${index} ${SENTENCE}`, revision: 1 });
      putNote(yours, { ...note, revision: index % 5 === 0 ? 2 : 1 });
    }
  });
}

function fillRest({ yours }: WorkspaceFiles): void {
  const ofCompany = (index: number) => ({
    companyId: `company-${index % NOTES}`,
    companyName: `Company ${index % NOTES}`,
  });
  transaction(yours, () => {
    const tags = Array.from({ length: TAGS_MAX }, (_, index) =>
      insertTag(yours, { name: `Tag ${index}`, nameFolded: `tag ${index}`, createdAtMs: T0 + index }),
    );
    for (let index = 0; index < TAGGED; index += 1) {
      const tagId = tags[(index * 7 + Math.floor(index / NOTES)) % TAGS_MAX] ?? 1;
      putCompanyTag(yours, { ...ofCompany(index), tagId, addedAtMs: T0 + index });
    }
    for (let index = 0; index < TASKS; index += 1)
      insertTask(yours, {
        ...ofCompany(index),
        title: `Write to company ${index}`,
        dueOn: '2026-06-10',
        dueTime: null,
        createdAtMs: T0 + index,
        entryId: null,
      });
    for (let index = 0; index < LIST_LIMIT_MAX; index += 1) {
      const name = `List ${index}`;
      const listId = insertWatchlist(yours, {
        name,
        nameFolded: name.toLowerCase(),
        createdAtMs: T0 + index,
      });
      for (let entry = 0; entry < 50; entry += 1)
        moveEntry(yours, { ...ofCompany(index * 50 + entry), listId, reason: 'met', addedAtMs: T0 });
    }
  });
}

const timed = (work: () => void): number => {
  const stop = startTimes();
  work();
  return stop().ms;
};

function save({ yours }: WorkspaceFiles, file: string): void {
  writeFileSync(file, zipFiles(finish(prepareArchive(yours, yours, T0)).files, ORIGIN));
}

function importFile({ yours }: WorkspaceFiles, file: string): number {
  const archive = readArchive(readFileSync(file));
  const ours = collect(yours);
  const compared = compare({ content: ours.content, history: readHistory(yours) }, archive);
  const choices = { kinds: new Set(ARCHIVE_KINDS), byKind: new Map(), byIndex: new Map() };
  const chosen = { atMs: T0, oursMatches: new Map() };
  return applyImport(yours, { ...archive, ours, compared }, choices, chosen).written;
}

/** Returns the longest time in ms for which `work` kept the event loop busy. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longestMs, lastMs, isRunning] = [0, performance.now(), true];
  const tick = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (isRunning) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await work();
  } finally {
    isRunning = false;
  }
  await nextTurn();
  return longestMs;
}

const zip = createZip(
  createJobThread(new URL('../../electron/core/user-data/archive/workers/zip-worker.ts', import.meta.url)),
);
const turns = { clock, pause: nextTurn };

/** Runs work on a snapshot, as the app does. */
async function withSnapshot<T>({ yours }: WorkspaceFiles, work: (db: ReadDb) => Promise<T>): Promise<T> {
  const snapshot = openSnapshot(yours, { clock, log });
  try {
    return await work(snapshot.db);
  } finally {
    snapshot.close();
  }
}

/** Saves an archive as the app does. */
const saveInSlices = (files: WorkspaceFiles, file: string): Promise<void> =>
  withSnapshot(files, async (db) => {
    const prepared = await inSlices(prepareArchive(db, files.yours, T0), turns);
    await writeFile(file, await zip.zip(prepared.files, ORIGIN));
  });

/** Reads an archive and compares it with the user's own data, as the app does for its preview. */
const previewInSlices = (files: WorkspaceFiles, file: string): Promise<void> =>
  withSnapshot(files, async (db) => {
    const archive = await inSlices(parseArchive(await zip.unzip(await readFile(file))), turns);
    await inSlices(compareWithOwnData(db, archive), turns);
  });

function savePlain({ yours }: WorkspaceFiles, file: string): void {
  const notes = Array.from({ length: NOTES }, (_, index) => ({
    companyId: `company-${index}`,
    ...noteOf(yours, `company-${index}`),
  }));
  writeFileSync(file, JSON.stringify(notes));
}

function importPlain({ yours }: WorkspaceFiles, file: string): void {
  const notes: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(notes)) throw new Error('the plain file is no list');
  transaction(yours, () => {
    for (const note of notes) putNote(yours, { ...note, revision: 1 });
  });
}

interface Times {
  readonly save: number[];
  readonly read: number[];
}
const times = { notes: emptyTimes(), all: emptyTimes(), plain: emptyTimes() };
function emptyTimes(): Times {
  return { save: [], read: [] };
}

/** Longest turn of the event loop in each round, in ms. Plain JSON is written in a single turn. */
const turnsMs: Record<'save' | 'preview' | 'plainSave', number[]> = { save: [], preview: [], plainSave: [] };

const startedMs = Date.now();
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = newFiles();
    fillNotes(source);
    const file = join(folder, 'bench.roundwatch');
    for (const [name, write, read] of [
      ['plain', savePlain, importPlain],
      ['notes', save, importFile],
    ] as const) {
      const target = newFiles();
      times[name].save.push(timed(() => write(source, file)));
      times[name].read.push(timed(() => void read(target, file)));
      target.close();
    }
    fillRest(source);
    const target = newFiles();
    turnsMs.save.push(await longestTurn(() => saveInSlices(source, file)));
    turnsMs.preview.push(await longestTurn(() => previewInSlices(source, file)));
    turnsMs.plainSave.push(await longestTurn(() => Promise.resolve(savePlain(source, file))));
    times.all.save.push(timed(() => save(source, file)));
    times.all.read.push(timed(() => void importFile(target, file)));
    if (importFile(target, file) !== 0) throw new Error('the second import wrote something');
    target.close();
    source.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const msOf = ({ save: saved, read }: Times) => ({ save: median(saved), read: median(read) });
const figures = { plain: msOf(times.plain), notes: msOf(times.notes), all: msOf(times.all) };
const rate = (ms: number): number => Math.round((NOTES / ms) * 1_000);
const line = (label: string, { save: saved, read }: { save: number; read: number }): string[] => [
  label,
  `${rounded(saved, 1)} ms`,
  `${rate(saved).toLocaleString('en-US')}/s`,
  `${rounded(read, 1)} ms`,
  `${rate(read).toLocaleString('en-US')}/s`,
];
process.stdout.write(
  `${textTable([
    ['', 'save', 'notes', 'import', 'notes'],
    line(`plain JSON, ${NOTES} notes`, figures.plain),
    line(`archive, ${NOTES} notes`, figures.notes),
    line(`archive, with ${LIST_LIMIT_MAX} lists, ${TAGGED} tags, ${TASKS} tasks`, figures.all),
  ])}\n`,
);
const longest = {
  save: median(turnsMs.save),
  preview: median(turnsMs.preview),
  plainSave: median(turnsMs.plainSave),
};
process.stdout.write(
  `longest turn: ${rounded(longest.save, 1)} ms saving, ${rounded(longest.preview, 1)} ms reading and comparing, ${rounded(longest.plainSave, 1)} ms plain JSON\n`,
);
const turnGoals: Goal[] = (['save', 'preview'] as const).map((way) => ({
  words: `longest turn, ${way === 'save' ? 'saving an archive' : 'reading and comparing it'}`,
  figure: `${rounded(longest[way], 1)} ms, goal at most ${TURN_GOAL_MS} ms`,
  isMet: longest[way] <= TURN_GOAL_MS,
}));
const rateGoals: Goal[] = (['save', 'read'] as const).map((way) => ({
  words: `notes per second, ${way === 'save' ? 'saving an archive' : 'importing it'}`,
  figure: `${rate(figures.notes[way]).toLocaleString('en-US')}, goal at least ${GOAL.toLocaleString('en-US')}`,
  isMet: rate(figures.notes[way]) >= GOAL,
}));
const isMet = reportGoals('archive', [...rateGoals, ...turnGoals], startedMs);
if (!values.quick) saveResults('archive', { count: NOTES, ...figures, longestTurn: longest }, {});
process.exitCode = isMet ? 0 : 1;
