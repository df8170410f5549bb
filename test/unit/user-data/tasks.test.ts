import { afterEach, describe, expect, it } from 'vitest';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { localDate, localTimeOfDay } from '../../../shared/local-date.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import {
  allTasks,
  createTasks,
  tasksDue,
  tasksOf,
  type Tasks,
} from '../../../electron/core/user-data/tasks.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { subject } from './user-data-changes.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
const TODAY = '2026-06-10';

const change = <T>(db: WriteDb, what: ChangeKind, work: (tasks: Tasks) => T) =>
  recordChange(db, { what, atMs: T0 }, (journal) => work(createTasks(db, journal)));
const add = (
  db: WriteDb,
  companyId: string,
  title: string,
  dueOn: string | null,
  dueTime: string | null = null,
): string =>
  change(db, 'task-added', (tasks) => tasks.add([subject(companyId)], { title, dueOn, dueTime }, T0))
    .value[0] ?? '';
const due = (db: WriteDb, until = TODAY) => tasksDue(db, { today: TODAY, until, ...ALL });
const titles = (page: { tasks: readonly { title: string }[] }): string[] =>
  page.tasks.map(({ title }) => title);

describe('tasks', () => {
  it('due today or overdue are sorted by date, with the number of overdue ones', () => {
    const db = memoryYours();
    add(db, 'a', 'today', TODAY);
    add(db, 'b', 'later', '2026-06-11');
    add(db, 'b', 'last week', '2026-06-03');
    add(db, 'c', 'some day', null);
    expect(titles(due(db))).toEqual(['last week', 'today']);
    expect(due(db)).toMatchObject({ total: 2, overdue: 1 });
    expect(titles(due(db, '2026-12-31'))).toEqual(['last week', 'today', 'later']);
    expect(due(db, '2026-12-31')).toMatchObject({ total: 3, overdue: 1 });
    expect(due(db).tasks[0]).toEqual({
      id: '3',
      companyId: 'b',
      companyName: 'Company b',
      title: 'last week',
      dueOn: '2026-06-03',
      dueTime: null,
      snoozedUntil: null,
      createdAtMs: T0,
      doneAtMs: null,
      followUp: null,
    });
    expect(titles(tasksDue(db, { today: TODAY, until: TODAY, offset: 1, limit: 1 }))).toEqual(['today']);
  });

  it('that are snoozed return on their day, and keep their due date', () => {
    const db = memoryYours();
    const [task, dayless] = [add(db, 'a', 'call', '2026-06-03'), add(db, 'a', 'dayless', null)];
    change(db, 'task-snoozed', (tasks) => tasks.snooze([task, dayless], '2026-06-12'));
    expect(due(db)).toMatchObject({ total: 0, overdue: 0 });
    expect(titles(due(db, '2026-06-12'))).toEqual(['call', 'dayless']);
    expect(tasksOf(db, 'a', ALL).tasks[0]).toMatchObject({ dueOn: '2026-06-03', snoozedUntil: '2026-06-12' });
    change(db, 'task-changed', (tasks) =>
      tasks.change({ id: task, title: 'call them', dueOn: '2026-06-03', dueTime: null }),
    );
    expect(due(db).total).toBe(0);
    change(db, 'task-changed', (tasks) =>
      tasks.change({ id: task, title: 'call them', dueOn: '2026-06-04', dueTime: null }),
    );
    expect(titles(due(db))).toEqual(['call them']);
    change(db, 'task-snoozed', (tasks) => tasks.snooze([dayless], null));
    expect(titles(due(db, '2026-12-31'))).toEqual(['call them']);
  });

  it('of one day are sorted by time, those without a time first; other days come before and after', () => {
    const db = memoryYours();
    add(db, 'a', 'afternoon', TODAY, '14:30');
    add(db, 'a', 'tomorrow morning', '2026-06-11', '08:00');
    add(db, 'a', 'morning', TODAY, '09:05');
    add(db, 'a', 'any time', TODAY);
    add(db, 'a', 'yesterday evening', '2026-06-09', '20:00');
    const sorted = ['yesterday evening', 'any time', 'morning', 'afternoon', 'tomorrow morning'];
    expect(titles(due(db, '2026-06-30'))).toEqual(sorted);
    expect(titles(tasksOf(db, 'a', ALL))).toEqual(sorted);
    expect(titles(allTasks(db, { done: false, text: '', ...ALL }))).toEqual(sorted);
    expect(due(db)).toMatchObject({ total: 4, overdue: 1 });
  });

  it('keep their time while they are snoozed, but have none on the day on which they return', () => {
    const db = memoryYours();
    const [late] = [add(db, 'a', 'late', '2026-06-09', '20:00'), add(db, 'a', 'early', TODAY, '08:00')];
    change(db, 'task-snoozed', (tasks) => tasks.snooze([late], TODAY));
    expect(titles(due(db))).toEqual(['late', 'early']);
    expect(due(db).tasks[0]).toMatchObject({ dueOn: '2026-06-09', dueTime: '20:00', snoozedUntil: TODAY });
    const changeTime = (dueTime: string) =>
      change(db, 'task-changed', (tasks) =>
        tasks.change({ id: late, title: 'late', dueOn: '2026-06-09', dueTime }),
      );
    changeTime('20:00');
    expect(due(db).tasks[0]?.snoozedUntil).toBe(TODAY);
    changeTime('21:00');
    expect(due(db).tasks[0]).toMatchObject({ dueTime: '21:00', snoozedUntil: null });
  });

  it('get their earlier time back when a change of the time is undone', () => {
    const db = memoryYours();
    const id = add(db, 'a', 'call', TODAY, '09:00');
    const timeOf = () => tasksOf(db, 'a', ALL).tasks[0]?.dueTime;
    const { recorded } = change(db, 'task-changed', (tasks) =>
      tasks.change({ id, title: 'call', dueOn: TODAY, dueTime: '16:00' }),
    );
    expect(timeOf()).toBe('16:00');
    const redo = undoChange(db, recorded.undo ?? '', T0).recorded.undo;
    expect(timeOf()).toBe('09:00');
    undoChange(db, redo ?? '', T0);
    expect(timeOf()).toBe('16:00');
  });

  it('that are done are no longer due, keep their time, and can be reopened', () => {
    const db = memoryYours();
    const ids = [add(db, 'a', 'one', TODAY), add(db, 'a', 'two', TODAY)];
    change(db, 'task-done', (tasks) => tasks.done([ids[0] ?? ''], T0 + 1));
    const { recorded } = change(db, 'task-done', (tasks) => tasks.done(ids, T0 + 2));
    expect(due(db).total).toBe(0);
    expect(tasksOf(db, 'a', ALL).tasks.map(({ doneAtMs }) => doneAtMs)).toEqual([T0 + 2, T0 + 1]);
    undoChange(db, recorded.undo ?? '', T0);
    expect(titles(due(db))).toEqual(['two']);
    change(db, 'task-reopened', (tasks) => tasks.done(ids, null));
    expect(titles(due(db))).toEqual(['one', 'two']);
  });

  it('of a company are sorted: open by date, then without a date, then done', () => {
    const db = memoryYours();
    const done = add(db, 'a', 'done', '2026-01-01');
    for (const [title, dueOn] of [
      ['dayless', null],
      ['second', '2026-07-01'],
      ['first', '2026-06-01'],
    ] as const)
      add(db, 'a', title, dueOn);
    add(db, 'b', 'of another', TODAY);
    change(db, 'task-done', (tasks) => tasks.done([done], T0));
    expect(titles(tasksOf(db, 'a', ALL))).toEqual(['first', 'second', 'dayless', 'done']);
    expect(tasksOf(db, 'a', { offset: 3, limit: 50 })).toMatchObject({
      total: 4,
      tasks: [{ title: 'done' }],
    });
  });

  it('of all companies are listed by date, and found by title and company', () => {
    const db = memoryYours();
    const [second] = [add(db, 'a', 'Send the offer', '2026-07-01'), add(db, 'b', 'Call them', null)];
    add(db, 'c', 'Call Zoë', '2026-06-01');
    const open = (text = '', page = ALL) => allTasks(db, { done: false, text, ...page });
    expect(titles(open())).toEqual(['Call Zoë', 'Send the offer', 'Call them']);
    expect(open('', { offset: 1, limit: 1 })).toMatchObject({ total: 3, open: 3, done: 0 });
    expect(titles(open('zoe'))).toEqual(['Call Zoë']);
    expect(titles(open('COMPANY B'))).toEqual(['Call them']);
    expect(open('zoe')).toMatchObject({ total: 1, open: 3 });
    change(db, 'task-done', (tasks) => tasks.done([second ?? ''], T0));
    expect(titles(open())).toEqual(['Call Zoë', 'Call them']);
    expect(allTasks(db, { done: true, text: '', ...ALL })).toMatchObject({
      total: 1,
      open: 2,
      done: 1,
      tasks: [{ title: 'Send the offer', doneAtMs: T0 }],
    });
  });

  it('for many companies are one change, and a deleted one is restored unchanged', () => {
    const db = memoryYours();
    const ids = Array.from({ length: 50 }, (_, index) => `company-${index}`);
    const added = change(db, 'task-added', (tasks) =>
      tasks.add(ids.map(subject), { title: 'Follow up', dueOn: TODAY, dueTime: '14:30' }, T0),
    );
    expect([added.value.length, added.recorded.companyIds]).toEqual([50, ids]);
    const before = due(db);
    const removed = change(db, 'task-removed', (tasks) => tasks.remove(added.value));
    expect(due(db).total).toBe(0);
    undoChange(db, removed.recorded.undo ?? '', T0);
    expect(due(db)).toEqual(before);
    undoChange(db, added.recorded.undo ?? '', T0);
    expect(due(db).total).toBe(0);
  });

  it('that do not exist are reported, and no other is changed', () => {
    const db = memoryYours();
    const id = add(db, 'a', 'one', TODAY);
    for (const work of [
      (tasks: Tasks) => tasks.snooze([id, '99'], TODAY),
      (tasks: Tasks) => tasks.done([id, '99'], T0),
      (tasks: Tasks) => tasks.remove([id, '99']),
      (tasks: Tasks) => tasks.change({ id: '99', title: 'x', dueOn: null, dueTime: null }),
    ])
      expect(() => change(db, 'task-done', work)).toThrow('not-found');
    expect(due(db)).toMatchObject({ total: 1, tasks: [{ snoozedUntil: null, doneAtMs: null }] });
  });
});

describe('local date and time', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  it.each([
    ['Pacific/Kiritimati', '2026-06-11', '00:30'],
    ['Pacific/Pago_Pago', '2026-06-09', '23:30'],
    ['UTC', '2026-06-10', '10:30'],
  ])('in %s is %s, at %s', (timeZone, date, time) => {
    process.env['TZ'] = timeZone;
    const at = Date.UTC(2026, 5, 10, 10, 30);
    expect([localDate(at), localTimeOfDay(at)]).toEqual([date, time]);
  });
});
