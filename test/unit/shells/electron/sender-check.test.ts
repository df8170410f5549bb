import { expect, it } from 'vitest';
import { checkSender, type SenderFrame } from '../../../../electron/shells/electron/sender-check.ts';

const origin = 'app://roundwatch';
const mainFrame: SenderFrame = { origin, parent: null, isDestroyed: () => false };
const contents = { mainFrame, isDestroyed: () => false };
const destroyed: SenderFrame = { ...mainFrame, isDestroyed: () => true };
const page = { contents, origin };

it('trusts the main frame of the app’s window showing the app’s page', () => {
  expect(checkSender({ sender: contents, senderFrame: mainFrame }, page)).toBe('trusted');
});

it('trusts a frame of Electron 33, which has no isDestroyed', () => {
  const frame = { origin, parent: null };
  const electron33 = { contents: { mainFrame: frame, isDestroyed: () => false }, origin };
  expect(checkSender({ sender: electron33.contents, senderFrame: frame }, electron33)).toBe('trusted');
});

it.each([
  ['no frame', null, 'no-frame'],
  ['a destroyed frame', destroyed, 'destroyed'],
  ['a subframe of the app’s page', { ...mainFrame, parent: mainFrame }, 'subframe'],
  ['rejects %s', { ...mainFrame }, 'subframe'],
] as const)('%s', (_what, senderFrame, verdict) => {
  expect(checkSender({ sender: contents, senderFrame }, page)).toBe(verdict);
});

it.each(['https://roundwatch', 'app://roundwatch.evil', 'app://other', 'null', 'file://', ''])(
  'rejects the app’s main frame showing %s',
  (foreign) => {
    const frame = { ...mainFrame, origin: foreign };
    const shown = { contents: { ...contents, mainFrame: frame }, origin };
    expect(checkSender({ sender: shown.contents, senderFrame: frame }, shown)).toBe('other-origin');
  },
);

it('rejects another window, no window and a closed window', () => {
  const event = { sender: contents, senderFrame: mainFrame };
  expect(checkSender({ ...event, sender: {} }, page)).toBe('other-window');
  expect(checkSender(event, null)).toBe('no-window');
  expect(checkSender(event, { contents: { mainFrame, isDestroyed: () => true }, origin })).toBe('no-window');
});

it('rejects a frame that throws on access, as a disposed one does in Electron', () => {
  const disposed = {
    parent: null,
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  const shown = { contents: { isDestroyed: () => false, mainFrame: disposed }, origin };
  expect(checkSender({ sender: shown.contents, senderFrame: disposed }, shown)).toBe('destroyed');
});
