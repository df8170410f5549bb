import { expect, it } from 'vitest';
import { checkSender, type SenderFrame } from '../../../../electron/shells/electron/sender-check.ts';

const origin = 'app://roundwatch';
const mainFrame: SenderFrame = { origin, parent: null, isDestroyed: () => false };
const contents = { mainFrame, isDestroyed: () => false };
const destroyed: SenderFrame = { ...mainFrame, isDestroyed: () => true };
const page = { contents: [contents], origin };

it('trusts the main frame of the app’s window showing the app’s page', () => {
  expect(checkSender({ sender: contents, senderFrame: mainFrame }, page)).toBe('trusted');
});

it('trusts a frame of Electron 33, which has no isDestroyed', () => {
  const frame = { origin, parent: null };
  const electron33 = { mainFrame: frame, isDestroyed: () => false };
  expect(checkSender({ sender: electron33, senderFrame: frame }, { contents: [electron33], origin })).toBe(
    'trusted',
  );
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
    const shown = { ...contents, mainFrame: frame };
    const event = { sender: shown, senderFrame: frame };
    expect(checkSender(event, { contents: [shown], origin })).toBe('other-origin');
  },
);

it('rejects another window, no window and a closed window', () => {
  const event = { sender: contents, senderFrame: mainFrame };
  expect(checkSender({ ...event, sender: {} }, page)).toBe('other-window');
  expect(checkSender(event, { contents: [], origin })).toBe('no-window');
  const closed = { mainFrame, isDestroyed: () => true };
  expect(checkSender({ ...event, sender: closed }, { contents: [closed], origin })).toBe('no-window');
  expect(checkSender({ ...event, sender: closed }, { contents: [contents, closed], origin })).toBe(
    'other-window',
  );
});

it('trusts each of several windows, but not with the frame of another one', () => {
  const otherFrame: SenderFrame = { origin, parent: null, isDestroyed: () => false };
  const other = { mainFrame: otherFrame, isDestroyed: () => false };
  const both = { contents: [contents, other], origin };
  expect(checkSender({ sender: other, senderFrame: otherFrame }, both)).toBe('trusted');
  expect(checkSender({ sender: contents, senderFrame: mainFrame }, both)).toBe('trusted');
  expect(checkSender({ sender: other, senderFrame: mainFrame }, both)).toBe('subframe');
});

it('rejects a frame that throws on access, as a disposed one does in Electron', () => {
  const disposed = {
    parent: null,
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  const shown = { isDestroyed: () => false, mainFrame: disposed };
  expect(checkSender({ sender: shown, senderFrame: disposed }, { contents: [shown], origin })).toBe(
    'destroyed',
  );
});
