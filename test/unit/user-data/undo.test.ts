import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { redoChange, undoChange, undoSteps } from '../../../electron/core/user-data/undo-journal.ts';
import { run } from '../../../electron/core/database/sql.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { changeKindSchema } from '../../../shared/model/user-data.ts';
import { memoryCache, memoryYours, type ValueOf } from '../../support/app/library-fixtures.ts';
import {
  applyChange,
  COMPANIES,
  noteText,
  visibleUserData,
  type UserDataChange,
  type SkippedPart,
} from './user-data-changes.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

const T0 = Date.UTC(2026, 5, 10);
const MINUTE_MS = 60_000;
/** The number of random cases for each property. */
const RUNS = IS_FULL ? 3_000 : 25;
/** Long enough for a full-size run, which takes minutes. */
const TIMEOUT_MS = 600_000;

const isNoteChange = (kind: string): boolean => kind === 'note-written' || kind === 'note-restored';
const changeKind = fc.constantFrom(
  ...changeKindSchema.options.filter((each): each is UserDataChange['kind'] => !isNoteChange(each)),
);
// Some of these names differ only in case or accents and are therefore equal after folding. One is empty
// after folding.
const name = fc.constantFrom('Warm', 'WARM', 'wärm', 'Cold', '日本', '👩‍👩‍👧', '\u0301', 'a\0b', 'O\'Brien "%_');
const companies = fc.subarray([...COMPANIES], { minLength: 1 });
const anyChange = fc.record({ kind: changeKind, companies, name, pick: fc.nat(7), other: fc.nat(7) });
const writing = fc.record({
  note: fc.constantFrom(...COMPANIES),
  body: fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '',
      'x'.repeat(300),
      `${'x'.repeat(300)} and more`,
      'a\0b 👩‍👩‍👧',
      '# Links\n[a](https://a.example)',
    ),
  ),
  pauseMs: fc.constantFrom(700, 4 * MINUTE_MS, 6 * MINUTE_MS),
});
const undoStep = fc.record({ undo: fc.oneof(fc.constant('newest' as const), fc.nat(100)) });
/**
 * Generates changes to the same few items, so the changes conflict when a test undoes them in another
 * order.
 */
const relatedChanges = fc.record({
  kind: fc.constantFrom(
    ...(['listed', 'unlisted', 'reason-changed', 'list-renamed', 'list-created', 'list-removed'] as const),
    ...(['status-set', 'tagged', 'untagged', 'tag-merged', 'tag-renamed'] as const),
  ),
  companies: fc.constant(['a']),
  name,
  pick: fc.nat(2),
  other: fc.nat(2),
});
/**
 * Generates changes to only one part of the user's data. A few changes are then enough to reveal a defect in
 * this part.
 */
const changesOf = (part: RegExp) =>
  fc.record({
    kind: fc.constantFrom(
      ...changeKindSchema.options.filter(
        (each): each is UserDataChange['kind'] => !isNoteChange(each) && part.test(each),
      ),
    ),
    companies: fc.constant(['a']),
    name,
    pick: fc.nat(2),
    other: fc.nat(2),
  });
const viewChanges = fc.record({
  kind: fc.constantFrom(
    ...(['filter-saved', 'filter-renamed', 'filter-replaced', 'filter-removed'] as const),
  ),
  companies: fc.constant(['a']),
  name,
  pick: fc.nat(2),
  other: fc.nat(2),
});
const stepsWith = (undos: number, acts: fc.Arbitrary<UserDataChange> = anyChange) =>
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: acts },
      { weight: 4, arbitrary: writing },
      { weight: undos, arbitrary: undoStep },
    ),
    { maxLength: 40 },
  );
type Step = ValueOf<ReturnType<typeof stepsWith>>[number];

function world(skipped: SkippedPart = null) {
  const [yours, cache] = [memoryYours(), memoryCache()];
  let atMs = T0;
  const snapshot = (): string =>
    JSON.stringify([visibleUserData(yours, cache), COMPANIES.map((companyId) => noteText(yours, companyId))]);
  const undo = (token: string): string | null => {
    atMs += 1;
    return undoChange(yours, token, atMs).recorded.undo;
  };
  const write = (each: Extract<Step, { note: string }>): string | null => {
    atMs += each.pauseMs;
    const notes = createNotes(yours);
    const { revision } = notes.get(each.note);
    const saved = notes.save({
      companyId: each.note,
      companyName: 'N',
      body: each.body,
      baseRevision: revision,
      savedAtMs: atMs,
    });
    return saved.undo;
  };
  const apply = (each: UserDataChange): string | null => {
    atMs += 1;
    return applyChange({ yours, cache }, each, atMs, skipped);
  };
  return { yours, cache, look: snapshot, undo, write, doAct: apply };
}

const conflictOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'conflict') return error.appError.reason;
    throw error;
  }
};

/**
 * Runs the steps: each step either applies a change or undoes the newest one. Some undo steps then redo the
 * change and undo it again. At the end, undoes all remaining changes, newest first.
 */
function inOrder(steps: readonly Step[], skipped: SkippedPart = null): void {
  const { look: snapshot, undo, write, doAct: apply } = world(skipped);
  const done: { token: string; before: string }[] = [];
  const seenTokens = new Set<string>();
  const undoLast = (isTwice: boolean): void => {
    const last = done.pop();
    if (last === undefined) return;
    const after = snapshot();
    const again = undo(last.token);
    expect(snapshot()).toBe(last.before);
    if (!isTwice) return;
    const redone = undo(again ?? '');
    expect(snapshot()).toBe(after);
    undo(redone ?? '');
    expect(snapshot()).toBe(last.before);
  };
  for (const each of steps) {
    if ('undo' in each) {
      undoLast(each.undo !== 'newest');
      continue;
    }
    const before = snapshot();
    const token = 'note' in each ? write(each) : apply(each);
    if (token === null) expect(snapshot()).toBe(before);
    else if (!seenTokens.has(token)) done.push({ token, before });
    // The change was added to an older undo step of the same note. Undoing that step would now lead to a
    // state that was never recorded, so all recorded states are dropped.
    else if (done.at(-1)?.token !== token) done.length = 0;
    if (token !== null) seenTokens.add(token);
  }
  while (done.length > 0) undoLast(false);
}

describe('undo', () => {
  it(
    'in order restores every earlier state, and redo every later one',
    () => {
      fc.assert(
        fc.property(stepsWith(3), (steps) => inOrder(steps)),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it.each([
    ['company_tag', changesOf(/^(tag|untag)/)],
    ['task', changesOf(/^task-/)],
    ['watchlist_entry', changesOf(/^(list-created|listed|unlisted|moved|reason-changed)$/)],
    ['message_template', changesOf(/^template-/)],
    ['triage', changesOf(/^triage-/)],
  ] as const)('in order detects a change that does not record its %s (planted defect)', (skipped, acts) => {
    const found = fc.check(
      fc.property(stepsWith(3, acts), (steps) => inOrder(steps, skipped)),
      { numRuns: 300, endOnFailure: true, seed: 5 },
    );
    expect(found.failed).toBe(true);
  });

  it(
    'out of order is exact, or rejected without a trace',
    () => {
      let exact = 0;
      fc.assert(
        fc.property(
          stepsWith(8, fc.oneof({ weight: 3, arbitrary: relatedChanges }, viewChanges)),
          (steps) => {
            const { yours, look: snapshot, undo, write, doAct: apply } = world();
            for (const each of steps) {
              if (!('undo' in each)) {
                if ('note' in each) write(each);
                else apply(each);
                continue;
              }
              const known = undoSteps(yours, 50);
              const token = known[each.undo === 'newest' ? 0 : each.undo % Math.max(1, known.length)]?.undo;
              if (token === undefined) continue;
              const before = snapshot();
              const refusal = conflictOf(() => {
                const redone = undo(token);
                // Undoing an undo must restore exactly the state before that undo, even if the undone change
                // was followed by other changes.
                expect(redone).not.toBeNull();
                const then = snapshot();
                const again = undo(redone ?? '');
                expect(snapshot()).toBe(before);
                undo(again ?? '');
                expect(snapshot()).toBe(then);
              });
              if (refusal === null) exact += 1;
              else expect(snapshot()).toBe(before);
            }
          },
        ),
        { numRuns: 2 * RUNS },
      );
      // Some undos must succeed. If almost all were rejected, the test would prove nothing.
      expect(exact).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );

  it('is rejected if one of its companies was changed again, and changes none of the others', () => {
    const { look: snapshot, undo, doAct: apply } = world();
    const all = { companies: [...COMPANIES], name: 'Warm', other: 1 };
    const first = apply({ ...all, kind: 'status-set', pick: 1 });
    const second = apply({ ...all, kind: 'status-set', pick: 2, companies: ['b'] });
    const before = snapshot();
    expect(conflictOf(() => undo(first ?? ''))).toBe('changed-since');
    expect(snapshot()).toBe(before);
    undo(second ?? '');
    expect(conflictOf(() => undo(first ?? ''))).toBeNull();
    expect(snapshot()).toBe(world().look());
  });

  it('is rejected if the name to restore was taken', () => {
    const { look: snapshot, undo, doAct: apply } = world();
    const change = { companies: ['a'], pick: 0, other: 0 };
    apply({ ...change, kind: 'tag-created', name: 'Warm' });
    const renamed = apply({ ...change, kind: 'tag-renamed', name: 'Cold' });
    apply({ ...change, kind: 'tagged', name: 'wärm' });
    const before = snapshot();
    expect(conflictOf(() => undo(renamed ?? ''))).toBe('name-taken');
    expect(snapshot()).toBe(before);
  });

  it('names the company of a change of one company', () => {
    const { yours, doAct: apply } = world();
    for (const companies of [['a'], ['a', 'b'], []])
      apply({ kind: 'tagged', companies, name: `Tag ${companies.length}`, pick: 0, other: 0 });
    apply({ kind: 'tag-created', companies: [], name: 'New', pick: 0, other: 0 });
    const steps = undoSteps(yours, 50).toReversed();
    expect(steps.slice(0, 2).map(({ companies, companyId }) => [companies, companyId])).toEqual([
      [1, 'a'],
      [2, null],
    ]);
    expect(steps.slice(2).map(({ companyId }) => companyId)).not.toContain('a');
  });

  it('happens once for two identical calls', () => {
    const { look: snapshot, undo, doAct: apply } = world();
    const token = apply({ kind: 'tagged', companies: ['a', 'b'], name: 'Warm', pick: 0, other: 0 }) ?? '';
    const again = undo(token);
    const after = snapshot();
    expect(undo(token)).toBe(again);
    expect(snapshot()).toBe(after);
  });

  it('is possible for the newest hundred changes, and rejected for older ones', () => {
    const { yours, undo, doAct: apply } = world();
    const tokens = Array.from({ length: 103 }, (_, index) =>
      apply({ kind: 'tag-created', companies: [], name: `Tag ${index}`, pick: 0, other: 0 }),
    );
    expect(undoSteps(yours, 50).map(({ undo: token }) => token)).toEqual(tokens.toReversed().slice(0, 50));
    for (const forgotten of [...tokens.slice(0, 3), 'x', '', '999'])
      expect(() => undo(forgotten ?? '')).toThrow('not-found');
    expect(undo(tokens[3] ?? '')).not.toBeNull();
  });
});

describe('redo', () => {
  const tag = (name: string): UserDataChange => ({
    kind: 'tag-created',
    companies: [],
    name,
    pick: 0,
    other: 0,
  });
  /** Undoes the newest change that is in effect, as the undo key does. */
  const undoNewest = ({ yours, undo }: ReturnType<typeof world>): string | null =>
    undo(undoSteps(yours, 50).find(({ isUndo }) => !isUndo)?.undo ?? '');

  it('restores undone changes in order, and each can be undone again', () => {
    const all = world();
    const { yours, look, doAct } = all;
    const states = [look()];
    for (const name of ['One', 'Two', 'Three']) {
      doAct(tag(name));
      states.push(look());
    }
    for (const before of states.slice(0, 3).toReversed()) {
      undoNewest(all);
      expect(look()).toBe(before);
    }
    expect(redoChange(yours, T0)?.what).toBe('tag-created');
    expect(look()).toBe(states[1]);
    redoChange(yours, T0);
    expect(look()).toBe(states[2]);
    undoNewest(all);
    expect(look()).toBe(states[1]);
    redoChange(yours, T0);
    redoChange(yours, T0);
    expect(look()).toBe(states[3]);
    expect(redoChange(yours, T0)).toBeNull();
    expect(look()).toBe(states[3]);
  });

  it('names the undo that it reverts', () => {
    const all = world();
    all.doAct(tag('One'));
    const undone = undoNewest(all);
    expect(redoChange(all.yours, T0)?.undone).toBe(undone);
  });

  it('is cleared by a new change, even if that change is undone', () => {
    const all = world();
    const { yours, look, doAct } = all;
    doAct(tag('One'));
    undoNewest(all);
    doAct(tag('Two'));
    expect(redoChange(yours, T0)).toBeNull();
    const withTwo = look();
    undoNewest(all);
    redoChange(yours, T0);
    expect(look()).toBe(withTwo);
    expect(redoChange(yours, T0)).toBeNull();
    expect(look()).toBe(withTwo);
  });

  it('is cleared by more text in a note, but not by marking results as seen', () => {
    const all = world();
    const { yours, doAct, write } = all;
    write({ note: 'a', body: 'Met them', pauseMs: 700 });
    doAct(tag('One'));
    undoNewest(all);
    write({ note: 'a', body: 'Met them twice', pauseMs: 700 });
    expect(redoChange(yours, T0)).toBeNull();
    doAct(tag('Two'));
    undoNewest(all);
    run(
      yours,
      `INSERT INTO undo_step (what, at_ms, companies, takes_back) VALUES ('search-seen', 1, 0, 0)`,
      {},
    );
    expect(redoChange(yours, T0)?.what).toBe('tag-created');
  });
});
