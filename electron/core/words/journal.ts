import { AppFailure } from '../../../shared/app-failure.ts';
import { deedSchema, type Deed, type UndoStep } from '../../../shared/model/words.ts';
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
} from '../db/queries/undo.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import {
  companyOfSlot,
  isPart,
  isShownByCompanies,
  readSlot,
  sameValues,
  writeSlot,
  type Slot,
} from './slots.ts';

/** Steps that can be taken back; older ones are forgotten. */
const STEPS_KEPT = 100;

/** What a function that changes the seller's words tells of every slot, so that the change can be taken back. */
export interface Journal {
  /** To be called before the first write to a slot. */
  touch(slot: Slot): void;
  /** To be called after a row was made under a number of its own: nothing stood there before. */
  made(slot: Slot): void;
}

/** For callers that need no undo: tests, and what builds a library by itself. */
export const noJournal: Journal = { touch: () => undefined, made: () => undefined };

/** What a change came to. */
export interface Recorded {
  /** The token that takes it back; null where nothing changed. */
  readonly undo: string | null;
  /** The companies that it changed; null where that may be many more than were named, such as a merged tag. */
  readonly companyIds: readonly string[] | null;
}

interface Touched {
  readonly slot: Slot;
  readonly before: SlotValues | null;
}

/**
 * The one way to change the seller's words: change and undo step stand in one transaction, so a crash leaves both or
 * neither. Whatever `work` touched is compared before and after; what did not change is not remembered.
 */
export function recordChange<T>(
  db: WriteDb,
  { what, atMs }: { what: Deed; atMs: number },
  work: (journal: Journal) => T,
): { value: T; recorded: Recorded } {
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
 * A change that goes on with one before, such as a note that is still being written: the step that stands takes it in.
 * Null where the newest change of that slot is no such step. Call inside a transaction.
 */
export function goingOn(
  db: ReadDb,
  slot: Slot,
  what: Deed,
): { extend(on: WriteDb, atMs: number): Recorded } | null {
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
 * Takes a step back, exactly: every slot it changed is as it was before. What comes back is a step too, so that an undo can be
 * undone. Asking twice changes nothing the second time.
 * @throws AppFailure not-found undo for a step that is unknown or forgotten; conflict changed-since, changing nothing, where
 * a later change stands in one of its slots; conflict name-taken where a name that would come back was given away
 */
export function takeBack(
  db: WriteDb,
  token: string,
  atMs: number,
): { what: Deed; recorded: Recorded; slots: readonly Slot[] } {
  return transaction(db, () => {
    const step = /^\d{1,15}$/.test(token) ? stepById(db, Number(token)) : null;
    if (step === null) throw new AppFailure({ kind: 'not-found', what: 'undo' });
    const stored = slotsOf(db, step.stepId).map(parsed);
    const slots = stored.map(({ slot }) => slot);
    const what = deedSchema.parse(step.what);
    if (step.undoneBy !== null)
      return { what, slots, recorded: { undo: String(step.undoneBy), companyIds: [] } };
    const touched = stored.map(({ slot }) => ({ slot, before: readSlot(db, slot) }));
    if (touched.some(({ slot, before }, index) => !sameValues(slot, before, stored[index]?.after ?? null)))
      throw new AppFailure({ kind: 'conflict', reason: 'changed-since', preview: null });
    // The other way round: what was made last goes first.
    for (const { slot, before } of stored.toReversed()) writeSlot(db, slot, before, atMs);
    const undoneBy = insert(db, { what, atMs, takesBack: !step.takesBack }, withAfter(db, touched));
    markUndone(db, step.stepId, Number(undoneBy.undo));
    return { what, slots, recorded: undoneBy };
  });
}

/** What can be taken back, newest first; steps that took something back stand among them. */
export const undoSteps = (db: ReadDb, limit: number): UndoStep[] =>
  standingSteps(db, limit).map(({ stepId, what, atMs, companies, takesBack }) => ({
    undo: String(stepId),
    what: deedSchema.parse(what),
    ...{ atMs, companies, takesBack },
  }));

interface Step {
  readonly what: Deed;
  readonly atMs: number;
  readonly takesBack: boolean;
}
interface Change extends Touched {
  readonly after: SlotValues | null;
}

const withAfter = (db: ReadDb, touched: readonly Touched[]): Change[] =>
  touched.map(({ slot, before }) => ({ slot, before, after: readSlot(db, slot) }));

function keepStep(db: WriteDb, step: Step, touched: readonly Touched[]): Recorded {
  const changes = withAfter(db, touched).filter(
    ({ slot, before, after }) => !sameValues(slot, before, after),
  );
  return changes.length === 0 ? { undo: null, companyIds: [] } : insert(db, step, changes);
}

function insert(db: WriteDb, step: Step, changes: readonly Change[]): Recorded {
  const companyIds = companiesOf(changes);
  const stepId = insertStep(db, { ...step, companies: companyIds?.length ?? 0 });
  changes.forEach(({ slot, before, after }, position) =>
    insertSlot(db, stepId, position, { ...slot, before, after }),
  );
  pruneSteps(db, STEPS_KEPT);
  return { undo: String(stepId), companyIds };
}

/** Null where a row of no company changed: whoever bears that tag, status or list shows it. A new one nobody bears. */
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
