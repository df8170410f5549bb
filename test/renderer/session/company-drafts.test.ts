import { describe, expect, it } from 'vitest';
import { CompanyDrafts } from '../../../renderer/session/company-drafts.svelte.ts';

/* What stands in a form about a company, apart from any form: test/e2e/company/unsaved-forms.spec.ts has the forms. */

const empty = () => ({ title: '', dueOn: '' });

/** What the core will say, once it says it. */
function answer() {
  let resolve: (done: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((heard) => (resolve = heard));
  return { promise, resolve };
}

function started() {
  const at: { workspace: string } = { workspace: 'one' };
  const drafts = new CompanyDrafts(() => at.workspace);
  const tasks = drafts.tasks;
  const write = (id: string, title: string): void => {
    tasks.open(id, empty);
    Object.assign(tasks.of(id)?.written ?? {}, { title });
  };
  return { at, drafts, tasks, write };
}

describe('a draft', () => {
  it('is of its workspace, whichever is open when its save is refused', async () => {
    const { at, tasks, write } = started();
    write('c1', 'Call');
    const { promise, resolve } = answer();
    const saved = tasks.save('c1', () => promise);
    at.workspace = 'other';
    expect(tasks.of('c1')).toBeUndefined();
    resolve(false);
    expect(await saved).toBe(false);
    expect(tasks.of('c1')).toBeUndefined();
    at.workspace = 'one';
    expect(tasks.of('c1')).toMatchObject({ written: { title: 'Call' }, isRefused: true, isBusy: false });
  });

  it('that is saved late leaves alone what took its id after a restore', async () => {
    const { drafts, tasks, write } = started();
    write('57', 'Of the file before');
    const { promise, resolve } = answer();
    const saved = tasks.save('57', () => promise);
    drafts.clear();
    write('57', 'Of the restored file');
    resolve(true);
    expect(await saved).toBe(true);
    expect(tasks.of('57')?.written.title).toBe('Of the restored file');
  });

  it('is saved once at a time; another that was asked for follows it, and follows no refusal', async () => {
    const { tasks, write } = started();
    write('c1', 'Call');
    const first = answer();
    const refused = tasks.save('c1', () => first.promise);
    tasks.open('c1', empty);
    expect(await tasks.save('c1', () => Promise.resolve(true))).toBe(false);
    first.resolve(false);
    expect(await refused).toBe(false);
    expect(await tasks.save('c1', () => Promise.resolve(true))).toBe(true);
    expect(tasks.of('c1')).toBeUndefined();
    write('c1', 'Write');
    const second = answer();
    const saved = tasks.save('c1', () => second.promise);
    tasks.open('c1', empty);
    second.resolve(true);
    expect(await saved).toBe(true);
    expect(tasks.of('c1')?.written.title).toBe('');
  });

  it('in which nothing was written goes with its form', () => {
    const { tasks, write } = started();
    tasks.open('c1', empty);
    tasks.of('c1')?.leave();
    expect(tasks.of('c1')).toBeUndefined();
    write('c1', 'Call');
    tasks.of('c1')?.leave();
    expect(tasks.of('c1')?.written.title).toBe('Call');
  });
});
