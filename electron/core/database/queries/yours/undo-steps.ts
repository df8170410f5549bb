import { z } from 'zod';
import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

interface StoredStep {
  readonly stepId: number;
  readonly what: string;
  readonly atMs: number;
  /** Number of changed companies; 0 for a change without a company, such as renaming a list. */
  readonly companies: number;
  /** Whether this step undid another step. */
  readonly isUndo: boolean;
  /** Id of the step that undid this step; null if this step is in effect. */
  readonly undoneBy: number | null;
  /** Name of the assistant that made the change; null if the user made it. */
  readonly assistant: string | null;
}

/** A row's column values, in column order. */
export type SlotValues = readonly (string | number | null)[];
export interface StoredSlot {
  readonly part: string;
  readonly key: readonly (string | number)[];
  readonly before: SlotValues | null;
  readonly after: SlotValues | null;
}

const keySchema = z.array(z.union([z.string(), z.number()]));
const valuesSchema = z.array(z.union([z.string(), z.number(), z.null()]));

const STEP = 'SELECT step_id, what, at_ms, companies, takes_back, undone_by, assistant FROM undo_step';
const stepOf = (row: SqlRow): StoredStep => ({
  stepId: num(row, 'step_id'),
  what: text(row, 'what'),
  atMs: num(row, 'at_ms'),
  companies: num(row, 'companies'),
  isUndo: flag(row, 'takes_back'),
  undoneBy: numOrNull(row, 'undone_by'),
  assistant: textOrNull(row, 'assistant'),
});

export function stepById(db: ReadDb, stepId: number): StoredStep | null {
  const row = get(db, `${STEP} WHERE step_id = :stepId`, { stepId });
  return row === null ? null : stepOf(row);
}

/** Returns the steps that were not undone, newest first. */
export function undoableSteps(db: ReadDb, limit: number): StoredStep[] {
  return all(db, `${STEP} WHERE undone_by IS NULL ORDER BY step_id DESC LIMIT :limit`, { limit }).map(stepOf);
}

/**
 * Returns the step that the next redo would revert: the newest undo that has not been reverted yet. Returns
 * null if there is none, or if the user has made a change since that undo. Undos, redos and the kinds of
 * changes in `ignored` do not count as changes.
 */
export function redoableStep(db: ReadDb, ignored: readonly string[]): StoredStep | null {
  const row = get(
    db,
    `${STEP} WHERE takes_back = 1 AND undone_by IS NULL AND step_id >
       (SELECT coalesce(max(step_id), 0) FROM undo_step AS change
        WHERE takes_back = 0 AND what NOT IN (SELECT value FROM json_each(:ignored))
          AND NOT EXISTS (SELECT 1 FROM undo_step AS undone WHERE undone.undone_by = change.step_id))
     ORDER BY step_id DESC LIMIT 1`,
    { ignored: JSON.stringify(ignored) },
  );
  return row === null ? null : stepOf(row);
}

export function insertStep(
  db: WriteDb,
  step: Pick<StoredStep, 'what' | 'atMs' | 'companies' | 'isUndo' | 'assistant'>,
): number {
  return run(
    db,
    `INSERT INTO undo_step (what, at_ms, companies, takes_back, assistant)
     VALUES (:what, :atMs, :companies, :isUndo, :assistant)`,
    { ...step, isUndo: step.isUndo ? 1 : 0 },
  ).lastId;
}

export function markUndone(db: WriteDb, stepId: number, undoneBy: number): void {
  run(db, 'UPDATE undo_step SET undone_by = :undoneBy WHERE step_id = :stepId', { stepId, undoneBy });
}

/** Deletes all but the newest `max` steps. */
export function pruneSteps(db: WriteDb, max: number): void {
  run(
    db,
    `DELETE FROM undo_step
     WHERE step_id <= (SELECT step_id FROM undo_step ORDER BY step_id DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
}

/**
 * Inserts the changed rows of a step in one statement, because an import may change tens of thousands of
 * rows.
 */
export function insertSlots(db: WriteDb, stepId: number, slots: readonly StoredSlot[]): void {
  const rows = slots.map(({ part, key, before, after }) => [
    part,
    JSON.stringify(key),
    jsonOrNull(before),
    jsonOrNull(after),
  ]);
  run(
    db,
    `INSERT INTO undo_slot (step_id, position, part, row_key, before, after)
     SELECT :stepId, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(:rows)`,
    { stepId, rows: JSON.stringify(rows) },
  );
}

/** Returns the rows that a step changed, in the order in which the step changed them. */
export function slotsOf(db: ReadDb, stepId: number): StoredSlot[] {
  return all(
    db,
    'SELECT part, row_key, before, after FROM undo_slot WHERE step_id = :stepId ORDER BY position',
    { stepId },
  ).map((row) => ({
    part: text(row, 'part'),
    key: keySchema.parse(JSON.parse(text(row, 'row_key'))),
    before: valuesOrNull(row, 'before'),
    after: valuesOrNull(row, 'after'),
  }));
}

/** Returns the newest step that changed this row; null if no such step is stored. */
export function newestStepOn(db: ReadDb, part: string, key: readonly (string | number)[]): StoredStep | null {
  const row = get(
    db,
    `${STEP} WHERE step_id =
       (SELECT max(step_id) FROM undo_slot WHERE part = :part AND row_key = :rowKey)`,
    { part, rowKey: JSON.stringify(key) },
  );
  return row === null ? null : stepOf(row);
}

/**
 * Merges a later change to the same row into a step. The step takes the time of the later change and the
 * values that the row has after it.
 */
export function extendStep(
  db: WriteDb,
  step: {
    stepId: number;
    part: string;
    key: readonly (string | number)[];
    after: SlotValues | null;
    atMs: number;
  },
): void {
  const { stepId, part, key, after, atMs } = step;
  run(
    db,
    'UPDATE undo_slot SET after = :after WHERE step_id = :stepId AND part = :part AND row_key = :rowKey',
    { stepId, part, rowKey: JSON.stringify(key), after: jsonOrNull(after) },
  );
  run(db, 'UPDATE undo_step SET at_ms = :atMs WHERE step_id = :stepId', { stepId, atMs });
}

const jsonOrNull = (values: SlotValues | null): string | null =>
  values === null ? null : JSON.stringify(values);
function valuesOrNull(row: SqlRow, column: string): SlotValues | null {
  const json = textOrNull(row, column);
  return json === null ? null : valuesSchema.parse(JSON.parse(json));
}

/** Returns the number of changes that assistants have made since `sinceMs`. */
export const countAssistantSteps = (db: ReadDb, sinceMs: number): number =>
  selectCount(db, 'SELECT count(*) AS n FROM undo_step WHERE assistant IS NOT NULL AND at_ms >= :sinceMs', {
    sinceMs,
  });
