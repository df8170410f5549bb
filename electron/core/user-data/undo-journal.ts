import { AppFailure } from '../../../shared/app-failure.ts';
import { changeKindSchema, type ChangeKind, type UndoStep } from '../../../shared/model/user-data.ts';
import { putAssistantMark } from '../database/queries/yours/assistants/assistant-marks.ts';
import {
  extendStep,
  insertSlots,
  insertStep,
  markUndone,
  newestStepOn,
  pruneSteps,
  slotsOf,
  redoableStep,
  undoableSteps,
  stepById,
  type SlotValues,
  type StoredSlot,
} from '../database/queries/yours/undo-steps.ts';
import { deferForeignKeys, transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import {
  companyOfSlot,
  isPart,
  isShownByCompanies,
  readSlot,
  requireUnusedIfDeleted,
  sameValues,
  writeSlot,
  type Slot,
} from './undo-slots.ts';

/** Changes that only mark items as seen. They do not prevent the redo of an earlier undo. */
const SEEN_KINDS: readonly ChangeKind[] = ['search-seen', 'changes-seen', 'signals-seen'];

/** Maximum number of undo steps. Older steps are deleted. */
const MAX_STEPS = 100;

/** Records every slot that a change to user data touches, so the change can be undone. */
export interface Journal {
  /** Must be called before the first write to a slot. */
  touch(slot: Slot): void;
  /** Call this instead of `touch` if a row is new, and only after inserting it. */
  made(slot: Slot): void;
}

export interface RecordedStep {
  /** Token for undoing the change, or null if nothing changed. */
  readonly undo: string | null;
  /** The changed companies; null if any company may have changed, for example because tags were merged. */
  readonly companyIds: readonly string[] | null;
}

interface Touched {
  readonly slot: Slot;
  readonly before: SlotValues | null;
}

/**
 * Runs `work`, which changes user data, and records an undo step in the same transaction. Every change to
 * user data must go through this function. Slots that `work` touched without changing them are not recorded.
 * @param assistant name of the assistant that makes the change; stored with the step and its timeline entries
 */
export function recordChange<T>(
  db: WriteDb,
  { what, atMs, assistant = null }: { what: ChangeKind; atMs: number; assistant?: string | null },
  work: (journal: Journal) => T,
): { value: T; recorded: RecordedStep } {
  return transaction(db, () => {
    const touched = new Map<string, Touched>();
    const add = (slot: Slot, before: () => SlotValues | null): void => {
      const name = JSON.stringify([slot.part, ...slot.key]);
      if (!touched.has(name)) touched.set(name, { slot, before: before() });
    };
    const value = work({
      touch: (slot) => add(slot, () => readSlot(db, slot)),
      made: (slot) => add(slot, () => null),
    });
    const step = { what, atMs, isUndo: false, assistant };
    return { value, recorded: recordStep(db, step, [...touched.values()]) };
  });
}

/**
 * Finds the undo step that a further change of the same kind can extend, such as another edit of a note.
 * Returns null if the slot's newest step is of another kind, was undone, is an undo itself or was made by an
 * assistant. Also returns null if an undo can still be redone. Must be called within a transaction.
 */
export function ongoingStep(
  db: ReadDb,
  slot: Slot,
  what: ChangeKind,
): { extend(on: WriteDb, atMs: number): RecordedStep } | null {
  const step = newestStepOn(db, slot.part, slot.key);
  if (step === null || step.undoneBy !== null || step.isUndo || step.what !== what) return null;
  if (step.assistant !== null) return null;
  if (redoableStep(db, SEEN_KINDS) !== null) return null;
  return {
    extend: (on, atMs) => {
      const after = readSlot(on, slot);
      extendStep(on, { stepId: step.stepId, ...slot, after, atMs });
      return { undo: String(step.stepId), companyIds: companiesOf([{ slot, before: null, after }]) };
    },
  };
}

/**
 * Undoes a step by restoring every slot that the step changed. The undo is recorded as a step, so it can
 * be undone as well. Undoing the same step twice has no effect.
 * @throws AppFailure `not-found` (`undo`) if the step is unknown or expired; `conflict` (`changed-since`) if
 * a later step changed one of its slots; `conflict` (`name-taken`) if a restored name is in use
 */
export function undoChange(
  db: WriteDb,
  token: string,
  atMs: number,
): { what: ChangeKind; recorded: RecordedStep; slots: readonly Slot[] } {
  return transaction(db, () => {
    const step = /^\d{1,15}$/.test(token) ? stepById(db, Number(token)) : null;
    if (step === null) throw new AppFailure({ kind: 'not-found', what: 'undo' });
    const stored = slotsOf(db, step.stepId).map(parsed);
    const slots = stored.map(({ slot }) => slot);
    const what = changeKindSchema.parse(step.what);
    if (step.undoneBy !== null)
      return { what, slots, recorded: { undo: String(step.undoneBy), companyIds: [] } };
    const touched = stored.map(({ slot }) => ({ slot, before: readSlot(db, slot) }));
    if (touched.some(({ slot, before }, index) => !sameValues(slot, before, stored[index]?.after ?? null)))
      throw new AppFailure({ kind: 'conflict', reason: 'changed-since' });
    // The rows are restored in reverse order, because later rows of a step may refer to earlier ones. Foreign
    // keys are deferred: when the deletion of a status is redone, companies refer to the deleted status until
    // their own rows are restored.
    deferForeignKeys(db);
    for (const { slot, before } of stored.toReversed()) writeSlot(db, slot, before, atMs);
    for (const slot of slots) requireUnusedIfDeleted(db, slot);
    const undoneBy = insert(
      db,
      { what, atMs, isUndo: !step.isUndo, assistant: null },
      withAfter(db, touched),
    );
    markUndone(db, step.stepId, Number(undoneBy.undo));
    return { what, slots, recorded: undoneBy };
  });
}

/**
 * A step can be undone, the undo can be redone, and so on. Returns the last step in the chain that begins
 * with this step, or null if the step is unknown or expired. If the last step is an undo, the change is not
 * in effect.
 */
function lastInChain(db: ReadDb, token: string): ReturnType<typeof stepById> {
  let step = stepById(db, Number(token));
  while (step !== null && step.undoneBy !== null) step = stepById(db, step.undoneBy);
  return step;
}

/** Returns whether a step can be undone now, after all later changes, undos and redos. */
export function undoStateOf(db: ReadDb, token: string): 'possible' | 'undone' | 'changed' | 'expired' {
  const step = lastInChain(db, token);
  if (step === null) return 'expired';
  if (step.isUndo) return 'undone';
  const isSame = slotsOf(db, step.stepId)
    .map(parsed)
    .every(({ slot, after }) => sameValues(slot, readSlot(db, slot), after));
  return isSame ? 'possible' : 'changed';
}

/**
 * Ensures that a step's change is undone. If the change was undone and redone in the meantime, undoes it
 * again. If it is already undone, does nothing.
 *
 * @throws AppFailure like `undoChange`
 */
export function undoInEffect(
  db: WriteDb,
  token: string,
  atMs: number,
): Pick<ReturnType<typeof undoChange>, 'what' | 'recorded'> {
  return transaction(db, () => {
    const step = lastInChain(db, token);
    if (step === null) throw new AppFailure({ kind: 'not-found', what: 'undo' });
    if (!step.isUndo) return undoChange(db, String(step.stepId), atMs);
    const what = changeKindSchema.parse(step.what);
    return { what, recorded: { undo: String(step.stepId), companyIds: [] } };
  });
}

/**
 * Redoes the most recently undone change. Returns null if there is none, or if the user has made another
 * change since that undo. `undone` is the token of the undo that was reverted.
 * @throws AppFailure like `undoChange`
 */
export function redoChange(
  db: WriteDb,
  atMs: number,
): (ReturnType<typeof undoChange> & { readonly undone: string }) | null {
  return transaction(db, () => {
    const step = redoableStep(db, SEEN_KINDS);
    if (step === null) return null;
    const undone = String(step.stepId);
    return { ...undoChange(db, undone, atMs), undone };
  });
}

/**
 * Returns up to `limit` steps that have not been undone, newest first. An undo is itself a step, with
 * `isUndo` set, and can be undone too.
 */
export const undoSteps = (db: ReadDb, limit: number): UndoStep[] =>
  undoableSteps(db, limit).map(({ stepId, what, atMs, companies, isUndo, assistant }) => ({
    undo: String(stepId),
    what: changeKindSchema.parse(what),
    atMs,
    companies,
    companyId: companies === 1 ? onlyCompanyOf(db, stepId) : null,
    isUndo,
    ...(assistant === null ? {} : { assistant }),
  }));

/** Returns the company that a step changed; null if the step changed no company or several. */
function onlyCompanyOf(db: ReadDb, stepId: number): string | null {
  const companyIds = companiesOf(slotsOf(db, stepId).map(parsed)) ?? [];
  return companyIds.length === 1 ? (companyIds[0] ?? null) : null;
}

interface Step {
  readonly what: ChangeKind;
  readonly atMs: number;
  readonly isUndo: boolean;
  readonly assistant: string | null;
}
interface Change extends Touched {
  readonly after: SlotValues | null;
}

/** Marks the timeline entries that the changes of an assistant created. */
function markEntries(
  db: WriteDb,
  { clientName, atMs }: { readonly clientName: string; readonly atMs: number },
  changes: readonly Change[],
): void {
  for (const { slot, after } of changes) {
    const companyId = companyOfSlot(slot, after);
    const key = after === null ? undefined : TIMELINE_KEYS[slot.part]?.(slot.key, after);
    if (companyId !== null && key !== undefined) putAssistantMark(db, { companyId, key, atMs, clientName });
  }
}

/**
 * For each part, a function that returns the key of a slot's timeline entry (`queries/yours/timeline.ts`).
 * Parts without timeline entries have no function.
 */
const TIMELINE_KEYS: Partial<Record<Slot['part'], (key: Slot['key'], after: SlotValues) => string>> = {
  note: (_key, after) => `note:${String(after[1])}`,
  company_tag: (key) => `tag:${String(key[1])}`,
  watchlist_entry: (key) => `list:${String(key[1])}`,
  task: (key) => `task:${String(key[0])}`,
  own_act: (key) => `act:${String(key[0]).padStart(15, '0')}`,
};

const withAfter = (db: ReadDb, touched: readonly Touched[]): Change[] =>
  touched.map(({ slot, before }) => ({ slot, before, after: readSlot(db, slot) }));

function recordStep(db: WriteDb, step: Step, touched: readonly Touched[]): RecordedStep {
  const changes = withAfter(db, touched).filter(
    ({ slot, before, after }) => !sameValues(slot, before, after),
  );
  return changes.length === 0 ? { undo: null, companyIds: [] } : insert(db, step, changes);
}

function insert(db: WriteDb, step: Step, changes: readonly Change[]): RecordedStep {
  const companyIds = companiesOf(changes);
  const stepId = insertStep(db, { ...step, companies: companyIds?.length ?? 0 });
  insertSlots(
    db,
    stepId,
    changes.map(({ slot, before, after }) => ({ ...slot, before, after })),
  );
  if (step.assistant !== null) markEntries(db, { clientName: step.assistant, atMs: step.atMs }, changes);
  pruneSteps(db, MAX_STEPS);
  return { undo: String(stepId), companyIds };
}

/**
 * Returns the companies that changed. Returns null if an existing tag, status or list changed, because any
 * company may show it. A new tag or list does not count, because no company uses it yet. A new status counts,
 * because the page of every company offers it as a choice.
 */
function companiesOf(changes: readonly Change[]): string[] | null {
  const ids = new Set<string>();
  for (const { slot, before, after } of changes) {
    const companyId = companyOfSlot(slot, after ?? before);
    if (companyId !== null) ids.add(companyId);
    else if ((before !== null || slot.part === 'status') && isShownByCompanies(slot)) return null;
  }
  return [...ids];
}

function parsed({ part, key, before, after }: StoredSlot): Change {
  if (!isPart(part)) throw new Error(`a step of a part that is unknown: ${part}`);
  return { slot: { part, key }, before, after };
}
