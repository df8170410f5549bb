import { describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../shared/contract-kit.ts';
import { createLateCore, type Core, type LateCoreOptions } from '../../../electron/shells/late-core.ts';

type Defect = LateCoreOptions<Core>['plantedDefect'];

function gate() {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

function setUp(plantedDefect?: Defect) {
  const [began, ready] = [gate(), gate()];
  const core = {
    dispatch: vi.fn((channel: unknown): Promise<Reply> => Promise.resolve({ ok: true, value: channel })),
    dispose: vi.fn(() => Promise.resolve()),
  };
  const open = vi.fn(async (): Promise<Core> => {
    await ready.promise;
    return core;
  });
  const options = { begins: began.promise, open };
  const late = createLateCore(plantedDefect === undefined ? options : { ...options, plantedDefect });
  return { late, core, open, begin: began.open, becomeReady: ready.open };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

/** What came before the core was there is answered by it. */
async function answersEarly(defect?: Defect): Promise<boolean> {
  const { late, core, begin, becomeReady } = setUp(defect);
  const before = late.dispatch('app.info', {});
  begin();
  await turns();
  const meanwhile = late.dispatch('quota.status', {});
  const early = core.dispatch.mock.calls.length;
  becomeReady();
  const answers = await Promise.all([before, meanwhile]);
  return early === 0 && answers.every((reply) => reply.ok);
}

/** A core that is being opened is closed before the app ends. */
async function closesWhatOpens(defect?: Defect): Promise<boolean> {
  const { late, core, begin, becomeReady } = setUp(defect);
  begin();
  await turns();
  let isOver = false;
  const closing = late.dispose().then(() => (isOver = true));
  await turns();
  const wasEarly = isOver;
  becomeReady();
  await closing;
  return !wasEarly && core.dispose.mock.calls.length === 1;
}

/** Closed before it began, nothing is opened, and closing waits for nobody. */
async function staysClosed(defect?: Defect): Promise<boolean> {
  const { late, open, begin } = setUp(defect);
  await late.dispose();
  begin();
  await turns();
  return open.mock.calls.length === 0;
}

describe('a core that is opened behind the window', () => {
  test.each([
    ['answers what came before it was there', answersEarly, 'early-refused'],
    ['is closed although it was still being opened', closesWhatOpens, 'closed-at-once'],
    ['is not opened behind a closed app', staysClosed, 'opened-after-close'],
  ] as const)('%s; a planted defect is found', async (_words, holds, defect) => {
    expect(await holds()).toBe(true);
    expect(await holds(defect)).toBe(false);
  });

  test('that cannot be opened says so to whoever waits', async () => {
    const late = createLateCore({
      begins: Promise.resolve(),
      open: () => Promise.reject(new Error('no such file')),
    });
    await expect(late.opened).rejects.toThrow('no such file');
    await expect(late.dispatch('app.info', {})).rejects.toThrow('no such file');
  });
});
