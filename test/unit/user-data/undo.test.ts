import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { undoChange, undoSteps } from '../../../electron/core/user-data/undo-journal.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { changeKindSchema } from '../../../shared/model/user-data.ts';
import { memoryCache, memoryYours, type ValueOf } from '../../support/app/library-fixtures.ts';
import { act, COMPANIES, noteSeen, seen, type Act, type Forgetting } from './own-words.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

const T0 = Date.UTC(2026, 5, 10);
const MINUTE_MS = 60_000;
/** The number of runs of each property; more with ROUNDWATCH_FULL=1. */
const RUNS = IS_FULL ? 3_000 : 25;
/** A full run takes minutes. */
const TIMEOUT_MS = 600_000;

const isNoteDeed = (deed: string): boolean => deed === 'note-written' || deed === 'note-restored';
const deed = fc.constantFrom(
  ...changeKindSchema.options.filter((each): each is Act['deed'] => !isNoteDeed(each)),
);
// Few names, so that they collide: in another case, with an accent, or empty after folding.
const name = fc.constantFrom('Warm', 'WARM', 'wärm', 'Cold', '日本', '👩‍👩‍👧', '\u0301', 'a\0b', 'O\'Brien "%_');
const companies = fc.subarray([...COMPANIES], { minLength: 1 });
const anAct = fc.record({ deed, companies, name, pick: fc.nat(7), other: fc.nat(7) });
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
const undoing = fc.record({ undo: fc.oneof(fc.constant('newest' as const), fc.nat(100)) });
/** Changes that affect each other, for undos out of order. */
const aFewDeeds = fc.record({
  deed: fc.constantFrom(
    ...(['listed', 'unlisted', 'reason-changed', 'list-renamed', 'list-created', 'list-removed'] as const),
    ...(['status-set', 'tagged', 'untagged', 'tag-merged', 'tag-renamed'] as const),
  ),
  companies: fc.constant(['a']),
  name,
  pick: fc.nat(2),
  other: fc.nat(2),
});
const ofFilters = fc.record({
  deed: fc.constantFrom(
    ...(['filter-saved', 'filter-renamed', 'filter-replaced', 'filter-removed'] as const),
  ),
  companies: fc.constant(['a']),
  name,
  pick: fc.nat(2),
  other: fc.nat(2),
});
const stepsWith = (undos: number, acts: fc.Arbitrary<Act> = anAct) =>
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: acts },
      { weight: 4, arbitrary: writing },
      { weight: undos, arbitrary: undoing },
    ),
    { maxLength: 40 },
  );
type Step = ValueOf<ReturnType<typeof stepsWith>>[number];

function world(forgetting: Forgetting = null) {
  const [yours, cache] = [memoryYours(), memoryCache()];
  let atMs = T0;
  const look = (): string =>
    JSON.stringify([seen(yours, cache), COMPANIES.map((companyId) => noteSeen(yours, companyId))]);
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
  const doAct = (each: Act): string | null => {
    atMs += 1;
    return act({ yours, cache }, each, atMs, forgetting);
  };
  return { yours, cache, look, undo, write, doAct };
}

const refusalOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'conflict') return error.appError.reason;
    throw error;
  }
};

/** Applies changes, some of them undone and redone immediately. At the end all are undone, newest first. */
function inOrder(steps: readonly Step[], forgetting: Forgetting = null): void {
  const { look, undo, write, doAct } = world(forgetting);
  const done: { token: string; before: string }[] = [];
  const given = new Set<string>();
  const takeBackLast = (isTwice: boolean): void => {
    const last = done.pop();
    if (last === undefined) return;
    const after = look();
    const again = undo(last.token);
    expect(look()).toBe(last.before);
    if (!isTwice) return;
    const back = undo(again ?? '');
    expect(look()).toBe(after);
    undo(back ?? '');
    expect(look()).toBe(last.before);
  };
  for (const each of steps) {
    if ('undo' in each) {
      takeBackLast(each.undo !== 'newest');
      continue;
    }
    const before = look();
    const token = 'note' in each ? write(each) : doAct(each);
    if (token === null) expect(look()).toBe(before);
    else if (!given.has(token)) done.push({ token, before });
    // The note's step started before other changes and has grown, so the recorded states in between no longer
    // apply.
    else if (done.at(-1)?.token !== token) done.length = 0;
    if (token !== null) given.add(token);
  }
  while (done.length > 0) takeBackLast(false);
}

describe('undo', () => {
  it(
    'in order gives every state before, and done again the state after',
    () => {
      fc.assert(
        fc.property(stepsWith(3), (steps) => inOrder(steps)),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it.each([
    ['company_tag', aFewDeeds],
    ['task', anAct],
    ['watchlist_entry', aFewDeeds],
  ] as const)('a planted change that does not tell of its %s is found', (forgetting, acts) => {
    const found = fc.check(
      fc.property(stepsWith(3, acts), (steps) => inOrder(steps, forgetting)),
      { numRuns: 300, endOnFailure: true, seed: 5 },
    );
    expect(found.failed).toBe(true);
  });

  it(
    'taken back out of order it is exact or refused without a trace',
    () => {
      let exact = 0;
      fc.assert(
        fc.property(stepsWith(8, fc.oneof({ weight: 3, arbitrary: aFewDeeds }, ofFilters)), (steps) => {
          const { yours, look, undo, write, doAct } = world();
          for (const each of steps) {
            if (!('undo' in each)) {
              if ('note' in each) write(each);
              else doAct(each);
              continue;
            }
            const known = undoSteps(yours, 50);
            const token = known[each.undo === 'newest' ? 0 : each.undo % Math.max(1, known.length)]?.undo;
            if (token === undefined) continue;
            const before = look();
            const refusal = refusalOf(() => {
              const back = undo(token);
              // Undoing an undo restores the earlier state, whatever happened in between.
              expect(back).not.toBeNull();
              const then = look();
              const again = undo(back ?? '');
              expect(look()).toBe(before);
              undo(again ?? '');
              expect(look()).toBe(then);
            });
            if (refusal === null) exact += 1;
            else expect(look()).toBe(before);
          }
        }),
        { numRuns: 2 * RUNS },
      );
      // The property would prove nothing if every undo were refused.
      expect(exact).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );

  it('is refused where one of its companies was changed again, and changes none of the others', () => {
    const { look, undo, doAct } = world();
    const all = { companies: [...COMPANIES], name: 'Warm', other: 1 };
    const first = doAct({ ...all, deed: 'status-set', pick: 1 });
    const second = doAct({ ...all, deed: 'status-set', pick: 2, companies: ['b'] });
    const before = look();
    expect(refusalOf(() => undo(first ?? ''))).toBe('changed-since');
    expect(look()).toBe(before);
    undo(second ?? '');
    expect(refusalOf(() => undo(first ?? ''))).toBeNull();
    expect(look()).toBe(world().look());
  });

  it('is refused where the name that would come back was given away', () => {
    const { look, undo, doAct } = world();
    const act = { companies: ['a'], pick: 0, other: 0 };
    doAct({ ...act, deed: 'tag-created', name: 'Warm' });
    const renamed = doAct({ ...act, deed: 'tag-renamed', name: 'Cold' });
    doAct({ ...act, deed: 'tagged', name: 'wärm' });
    const before = look();
    expect(refusalOf(() => undo(renamed ?? ''))).toBe('name-taken');
    expect(look()).toBe(before);
  });

  it('asked for twice is done once', () => {
    const { look, undo, doAct } = world();
    const token = doAct({ deed: 'tagged', companies: ['a', 'b'], name: 'Warm', pick: 0, other: 0 }) ?? '';
    const again = undo(token);
    const after = look();
    expect(undo(token)).toBe(again);
    expect(look()).toBe(after);
  });

  it('remembers the newest hundred changes, and says so of older ones', () => {
    const { yours, undo, doAct } = world();
    const tokens = Array.from({ length: 103 }, (_, index) =>
      doAct({ deed: 'tag-created', companies: [], name: `Tag ${index}`, pick: 0, other: 0 }),
    );
    expect(undoSteps(yours, 50).map(({ undo: token }) => token)).toEqual(tokens.toReversed().slice(0, 50));
    for (const forgotten of [...tokens.slice(0, 3), 'x', '', '999'])
      expect(() => undo(forgotten ?? '')).toThrow('not-found');
    expect(undo(tokens[3] ?? '')).not.toBeNull();
  });
});
