import { describe, expect, it } from 'vitest';
import { CompanyDrafts } from '../../../renderer/session/company-drafts.svelte.ts';

/* Drafts of forms. `test/e2e/company/unsaved-forms.spec.ts` tests the forms themselves. */

const empty = () => ({ title: '', dueOn: '', dueTime: '' });

/** Creates a pending reply from the core. The test calls `resolve` to send it. */
function deferredReply() {
  let resolve: (done: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => (resolve = settle));
  return { promise, resolve };
}

function createDrafts() {
  const open: { workspace: string } = { workspace: 'one' };
  const drafts = new CompanyDrafts(() => open.workspace);
  const tasks = drafts.tasks;
  const write = (id: string, title: string): void => {
    tasks.open(id, empty);
    Object.assign(tasks.of(id)?.fields ?? {}, { title });
  };
  return { open, drafts, tasks, write };
}

describe('a draft', () => {
  it('stays in its workspace if saving fails while another workspace is open', async () => {
    const { open, tasks, write } = createDrafts();
    write('c1', 'Call');
    const { promise, resolve } = deferredReply();
    const saved = tasks.save('c1', () => promise);
    open.workspace = 'other';
    expect(tasks.of('c1')).toBeUndefined();
    resolve(false);
    expect(await saved).toBe(false);
    expect(tasks.of('c1')).toBeUndefined();
    open.workspace = 'one';
    expect(tasks.of('c1')).toMatchObject({ fields: { title: 'Call' }, hasFailed: true, isBusy: false });
  });

  it('does not clear a draft with the same id that was written after a restore', async () => {
    const { drafts, tasks, write } = createDrafts();
    write('57', 'Before the restore');
    const { promise, resolve } = deferredReply();
    const saved = tasks.save('57', () => promise);
    drafts.clear();
    write('57', 'After the restore');
    resolve(true);
    expect(await saved).toBe(true);
    expect(tasks.of('57')?.fields.title).toBe('After the restore');
  });

  it('saves once at a time, and opens the next draft only after a successful save', async () => {
    const { tasks, write } = createDrafts();
    write('c1', 'Call');
    const first = deferredReply();
    const refused = tasks.save('c1', () => first.promise);
    tasks.open('c1', empty);
    expect(await tasks.save('c1', () => Promise.resolve(true))).toBe(false);
    first.resolve(false);
    expect(await refused).toBe(false);
    expect(await tasks.save('c1', () => Promise.resolve(true))).toBe(true);
    expect(tasks.of('c1')).toBeUndefined();
    write('c1', 'Write');
    const second = deferredReply();
    const saved = tasks.save('c1', () => second.promise);
    tasks.open('c1', empty);
    second.resolve(true);
    expect(await saved).toBe(true);
    expect(tasks.of('c1')?.fields.title).toBe('');
  });

  it('is removed when its form closes if it is empty, and stored otherwise', () => {
    const { tasks, write } = createDrafts();
    tasks.open('c1', empty);
    tasks.of('c1')?.close();
    expect(tasks.of('c1')).toBeUndefined();
    write('c1', 'Call');
    tasks.of('c1')?.close();
    expect(tasks.of('c1')?.fields.title).toBe('Call');
  });
});
