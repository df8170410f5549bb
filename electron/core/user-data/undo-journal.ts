import { AppFailure } from '../../../shared/app-failure.ts';
import { changeKindSchema, type ChangeKind, type UndoStep } from '../../../shared/model/user-data.ts';
import {
  extendStep,
  insertSlot,
  insertStep,
  markUndone,
  newestStepOn,
  pruneSteps,
  slotsOf,
  standingSteps,
  stepById,
  type SlotValues,
  type StoredSlot,
} from '../database/queries/yours/undo-steps.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import {
  companyOfSlot,
  isPart,
  isShownByCompanies,
  readSlot,
  sameValues,
  writeSlot,
  type Slot,
} from './undo-slots.ts';

/** Maximum number of undo steps; older ones are deleted. */
const STEPS_KEPT = 100;

/** Receives every slot that a change of user data touches, which makes the change undoable. */
export interface Journal {
  /** Call before the first write to a slot. */
  touch(slot: Slot): void;
  /** Call after inserting a row with a new id, when the slot was empty before. */
  made(slot: Slot): void;
}

/** For callers that need no undo, such as tests and library builders. */
export const noJournal: Journal = { touch: () => undefined, made: () => undefined };

export interface RecordedStep {
  /** Token for undoing the change, or null if nothing changed. */
  readonly undo: string | null;
  /** Changed companies, or null if there may be more than were named, for example after merging a tag. */
  readonly companyIds: readonly string[] | null;
}

interface Touched {
  readonly slot: Slot;
  readonly before: SlotValues | null;
}

/**
 * Every change of user data goes through this function. The change and its undo step share a transaction, and
 * slots that `work` touched without changing are not recorded.
 */
export function recordChange<T>(
  db: WriteDb,
  { what, atMs }: { what: ChangeKind; atMs: number },
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
    return { value, recorded: keepStep(db, { what, atMs, takesBack: false }, [...touched.values()]) };
  });
}

/**
 * Finds the undo step that a change continues, such as further edits of a note, and extends it. Returns null
 * if the slot's newest step is a different one. Call inside a transaction.
 */
export function ongoingStep(
  db: ReadDb,
  slot: Slot,
  what: ChangeKind,
): { extend(on: WriteDb, atMs: number): RecordedStep } | null {
  const step = newestStepOn(db, slot.part, slot.key);
  if (step === null || step.undoneBy !== null || step.takesBack || step.what !== what) return null;
  return {
    extend: (on, atMs) => {
      const after = readSlot(on, slot);
      extendStep(on, { stepId: step.stepId, ...slot, after, atMs });
      return { undo: String(step.stepId), companyIds: companiesOf([{ slot, before: null, after }]) };
    },
  };
}

/**
 * Undoes a step by restoring every slot it changed. The undo is a step too, so it can be undone; undoing
 * twice has no further effect.
 * @throws AppFailure not-found undo if the step is unknown or expired; conflict changed-since if a later step
 * changed one of its slots; conflict name-taken if a restored name is in use
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
    // Reverse order: the newest rows are removed first.
    for (const { slot, before } of stored.toReversed()) writeSlot(db, slot, before, atMs);
    const undoneBy = insert(db, { what, atMs, takesBack: !step.takesBack }, withAfter(db, touched));
    markUndone(db, step.stepId, Number(undoneBy.undo));
    return { what, slots, recorded: undoneBy };
  });
}

/** Returns the steps that can be undone, newest first, including undo steps. */
export const undoSteps = (db: ReadDb, limit: number): UndoStep[] =>
  standingSteps(db, limit).map(({ stepId, what, atMs, companies, takesBack }) => ({
    undo: String(stepId),
    what: changeKindSchema.parse(what),
    atMs,
    companies,
    takesBack,
  }));

interface Step {
  readonly what: ChangeKind;
  readonly atMs: number;
  readonly takesBack: boolean;
}
interface Change extends Touched {
  readonly after: SlotValues | null;
}

const withAfter = (db: ReadDb, touched: readonly Touched[]): Change[] =>
  touched.map(({ slot, before }) => ({ slot, before, after: readSlot(db, slot) }));

function keepStep(db: WriteDb, step: Step, touched: readonly Touched[]): RecordedStep {
  const changes = withAfter(db, touched).filter(
    ({ slot, before, after }) => !sameValues(slot, before, after),
  );
  return changes.length === 0 ? { undo: null, companyIds: [] } : insert(db, step, changes);
}

function insert(db: WriteDb, step: Step, changes: readonly Change[]): RecordedStep {
  const companyIds = companiesOf(changes);
  const stepId = insertStep(db, { ...step, companies: companyIds?.length ?? 0 });
  changes.forEach(({ slot, before, after }, position) =>
    insertSlot(db, stepId, position, { ...slot, before, after }),
  );
  pruneSteps(db, STEPS_KEPT);
  return { undo: String(stepId), companyIds };
}

/**
 * Returns null if an existing tag, status or list changed, because any company may show it. A new one is not
 * in use yet.
 */
function companiesOf(changes: readonly Change[]): string[] | null {
  const ids = new Set<string>();
  for (const { slot, before, after } of changes) {
    const companyId = companyOfSlot(slot, after ?? before);
    if (companyId !== null) ids.add(companyId);
    else if (before !== null && isShownByCompanies(slot)) return null;
  }
  return [...ids];
}

function parsed({ part, key, before, after }: StoredSlot): Change {
  if (!isPart(part)) throw new Error(`a step of a part that is unknown: ${part}`);
  return { slot: { part, key }, before, after };
}
