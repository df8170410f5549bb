import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import type { Logger } from '../../../electron/core/ports.ts';
import {
  createWorkspaceStore,
  newDemo,
  type WorkspaceRecord,
  type WorkspaceStore,
} from '../../../electron/core/workspace/workspace-store.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

/* A workspace's record and its copy, when either file or both are damaged in any way. */

const ID = 'a'.repeat(24);
const AT_MS = Date.UTC(2026, 10, 21, 9, 15);
const ASIDE = 'workspace.damaged-20261121T091500Z.json';

let temp: ReturnType<typeof tempDir>;
let store: WorkspaceStore;
let logged: string[];
beforeEach(() => {
  temp = tempDir();
  logged = [];
  const record = (event: string): void => void logged.push(event);
  const log: Logger = { info: record, warn: record, error: record };
  const clock = createFakeClock(AT_MS);
  store = createWorkspaceStore(temp.path, { random: createSystemRandom(), log, clock });
});
afterEach(() => temp.remove());

const at = (name: string): string => join(temp.path, 'workspaces', ID, name);
const [RECORD, COPY] = ['workspace.json', 'workspace.copy.json'];
const textOf = (name: string): string => readFileSync(at(name), 'utf8');
const names = (): string[] => readdirSync(at('.')).sort();
const first = newDemo(ID, 1);
const named = (name: string): WorkspaceRecord => ({ ...first, name });

const DAMAGE: readonly (readonly [string, (text: string) => string])[] = [
  ['empty', () => ''],
  ['truncated', (text) => text.slice(0, text.length / 2)],
  ['filled with zeros', (text) => '\0'.repeat(text.length)],
  ['not JSON', () => 'not a record'],
  ['of another shape', () => '{"version":1,"id":"x"}'],
  ['not an object', () => 'null'],
  ['of another workspace', (text) => text.replace(ID, 'b'.repeat(24))],
];

describe('saving a record', () => {
  it('writes it twice, for its owner only, and leaves no other file', () => {
    store.save(first);
    store.save(named('Second'));
    expect(names()).toEqual([COPY, RECORD]);
    expect(textOf(COPY)).toBe(textOf(RECORD));
    expect(store.find(ID)).toEqual(named('Second'));
    if (process.platform !== 'win32')
      expect(names().map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it.each([RECORD, COPY])('changes neither file if %s cannot be written', (name) => {
    store.save(first);
    mkdirSync(at(`${name}.new`));
    expect(() => store.save(named('Second'))).toThrow();
    expect([textOf(RECORD), textOf(COPY)].map((text) => text.includes('Second'))).toEqual([false, false]);
    expect(store.find(ID)).toEqual(first);
  });

  it('replaces the copy first, so a crash leaves no older copy beside a newer record', () => {
    store.save(first);
    rmSync(at(RECORD));
    // A folder with the record's name prevents the replacement of the record. The save therefore ends after
    // the copy was written, as it would after a crash at that point.
    mkdirSync(join(at(RECORD), 'in the way'), { recursive: true });
    expect(() => store.save(named('Second'))).toThrow();
    expect(textOf(COPY)).toContain('Second');
  });
});

describe('unreadable record', () => {
  it.each(DAMAGE)('%s: is restored from its copy and set aside', (_what, damage) => {
    store.save(first);
    const damaged = damage(textOf(RECORD));
    writeFileSync(at(RECORD), damaged);
    expect([store.find(ID), store.list()]).toEqual([first, [first]]);
    store.mend();
    expect(names()).toEqual([COPY, ASIDE, RECORD]);
    expect(textOf(ASIDE)).toBe(damaged);
    expect(textOf(RECORD)).toBe(textOf(COPY));
    expect(logged).toEqual(['workspace-record-restored']);
    store.mend();
    expect([store.find(ID), logged.length]).toEqual([first, 1]);
  });

  it('missing: is written again', () => {
    store.save(first);
    rmSync(at(RECORD));
    expect([store.find(ID), store.unfinished(), store.unreadable()]).toEqual([first, [], []]);
    store.mend();
    expect([names(), textOf(RECORD)]).toEqual([[COPY, RECORD], textOf(COPY)]);
  });

  it('is set aside separately from another one of the same second', () => {
    store.save(first);
    for (const garbage of ['one', 'two']) {
      writeFileSync(at(RECORD), garbage);
      store.mend();
    }
    expect([textOf(ASIDE), textOf(ASIDE.replace('Z.', 'Z-2.'))]).toEqual(['one', 'two']);
  });

  it('inaccessible: is read from its copy and not replaced', () => {
    store.save(first);
    rmSync(at(RECORD));
    mkdirSync(at(RECORD));
    store.mend();
    expect([store.find(ID), names()]).toEqual([first, [COPY, RECORD]]);
    expect(statSync(at(RECORD)).isDirectory()).toBe(true);
  });

  it('of a newer version: is not replaced by its copy', () => {
    store.save(first);
    const newer = JSON.stringify({ ...first, version: 2, people: { mode: 'unknown' } });
    writeFileSync(at(RECORD), newer);
    store.mend();
    expect([store.find(ID), store.unreadable()]).toEqual([null, [ID]]);
    expect([textOf(RECORD), names()]).toEqual([newer, [COPY, RECORD]]);
  });

  it.each(DAMAGE)('%s, as is its copy: both stay, and the workspace is reported', (_what, damage) => {
    store.save(first);
    const damaged = damage(textOf(RECORD));
    for (const name of [RECORD, COPY]) writeFileSync(at(name), damaged);
    store.mend();
    expect([store.list(), store.unfinished(), store.unreadable()]).toEqual([[], [], [ID]]);
    expect([textOf(RECORD), textOf(COPY), names()]).toEqual([damaged, damaged, [COPY, RECORD]]);
    expect(logged).toEqual(['workspace-record-unreadable']);
  });
});

describe('copy of a record', () => {
  it.each(DAMAGE)('%s: is written again from the record', (_what, damage) => {
    store.save(first);
    writeFileSync(at(COPY), damage(textOf(COPY)));
    store.mend();
    expect([textOf(COPY), store.find(ID)]).toEqual([textOf(RECORD), first]);
  });

  it('missing, as after an older version: is written', () => {
    store.save(first);
    rmSync(at(COPY));
    store.mend();
    expect(textOf(COPY)).toBe(textOf(RECORD));
  });

  it('older than the record: is replaced by the record', () => {
    store.save(named('Older'));
    const older = textOf(COPY);
    store.save(named('Newer'));
    writeFileSync(at(COPY), older);
    expect(store.find(ID)).toEqual(named('Newer'));
    store.mend();
    expect([textOf(COPY), names()]).toEqual([textOf(RECORD), [COPY, RECORD]]);
    expect(textOf(COPY)).toContain('Newer');
  });

  it('newer after a crash between both writes: is replaced, because that save was not acknowledged', () => {
    store.save(named('Next'));
    const next = textOf(RECORD);
    store.save(first);
    writeFileSync(at(COPY), next);
    writeFileSync(at(`${RECORD}.new`), next);
    expect(store.find(ID)).toEqual(first);
    store.mend();
    expect([names(), textOf(COPY)]).toEqual([[COPY, RECORD], textOf(RECORD)]);
    expect(store.find(ID)).toEqual(first);
  });
});

describe('removing a workspace', () => {
  it('leaves nothing', () => {
    store.save(first);
    store.remove(ID);
    expect(readdirSync(join(temp.path, 'workspaces'))).toEqual([]);
  });

  it.each([RECORD, COPY])('is completed after a crash that left %s', (remaining) => {
    store.save(first);
    const text = textOf(remaining);
    writeFileSync(at('removed'), text);
    for (const name of [RECORD, COPY]) if (name !== remaining) rmSync(at(name));
    store.mend();
    expect([store.find(ID), store.list(), store.unreadable()]).toEqual([null, [], []]);
    expect([store.unfinished(), names()]).toEqual([[ID], [remaining, 'removed'].sort()]);
    store.remove(ID);
    expect(readdirSync(join(temp.path, 'workspaces'))).toEqual([]);
  });
});
