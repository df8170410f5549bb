import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../../../shared/contract/index.ts';
import type * as FilesModule from '../../../renderer/session/workspace-files.svelte.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the files of an open workspace, and a function that returns how often their state was loaded. */
async function createFiles(state: { isRoomLow: boolean }) {
  const { WorkspaceFiles } = (await load(
    '/renderer/session/workspace-files.svelte.ts',
  )) as typeof FilesModule;
  const status = vi.fn(() => Promise.resolve({ workspaceId: 'w', isOpen: true, files: [], ...state }));
  const api = { backups: { status, onChanged: () => () => undefined } } as unknown as Api;
  return { files: new WorkspaceFiles(api), loads: () => status.mock.calls.length };
}

test('healthy files are not checked again while the app is idle', async () => {
  const { files, loads } = await createFiles({ isRoomLow: false });
  files.watch();
  await files.refresh();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(loads()).toBe(1);
});

test('files are checked every 30 s while the disk is nearly full', async () => {
  const state = { isRoomLow: true };
  const { files, loads } = await createFiles(state);
  const stop = files.watch();
  await files.refresh();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads()).toBe(3);
  state.isRoomLow = false;
  await vi.advanceTimersByTimeAsync(90_000);
  expect(loads()).toBe(4);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('files are checked every 30 s after a failed write until the user dismisses it', async () => {
  const { files, loads } = await createFiles({ isRoomLow: false });
  files.watch();
  files.recordReply('notes.save', { kind: 'storage', reason: 'full', file: 'yours' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads()).toBe(3);
  await files.dismissFailedWrites();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(loads()).toBe(4);
});
