import { expect, test } from 'vitest';
import { checkSender, type SenderFrame } from '../../../../electron/shells/electron/sender-check.ts';

const origin = 'app://roundwatch';
const mainFrame: SenderFrame = { origin, parent: null, isDestroyed: () => false };
const contents = { mainFrame, isDestroyed: () => false };
const destroyed: SenderFrame = { ...mainFrame, isDestroyed: () => true };
const page = { contents, origin };

test('the main frame of our window, with our page in it', () => {
  expect(checkSender({ sender: contents, senderFrame: mainFrame }, page)).toBe('trusted');
});

test('a frame of Electron 33, which cannot be asked whether it is destroyed', () => {
  const frame = { origin, parent: null };
  const old = { contents: { mainFrame: frame, isDestroyed: () => false }, origin };
  expect(checkSender({ sender: old.contents, senderFrame: frame }, old)).toBe('trusted');
});

test.each([
  ['no frame', null, 'no-frame'],
  ['a destroyed frame', destroyed, 'destroyed'],
  ['a subframe of ours', { ...mainFrame, parent: mainFrame }, 'subframe'],
  ['another main frame', { ...mainFrame }, 'subframe'],
] as const)('%s', (_what, senderFrame, verdict) => {
  expect(checkSender({ sender: contents, senderFrame }, page)).toBe(verdict);
});

test.each(['https://roundwatch', 'app://roundwatch.evil', 'app://other', 'null', 'file://', ''])(
  'our main frame showing %s',
  (foreign) => {
    const frame = { ...mainFrame, origin: foreign };
    const shown = { contents: { ...contents, mainFrame: frame }, origin };
    expect(checkSender({ sender: shown.contents, senderFrame: frame }, shown)).toBe('other-origin');
  },
);

test('another window, no window and a closed window', () => {
  const event = { sender: contents, senderFrame: mainFrame };
  expect(checkSender({ ...event, sender: {} }, page)).toBe('other-window');
  expect(checkSender(event, null)).toBe('no-window');
  expect(checkSender(event, { contents: { mainFrame, isDestroyed: () => true }, origin })).toBe('no-window');
});

test('a frame that throws when it is looked at, as Electron does for one that is gone', () => {
  const gone = {
    parent: null,
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  const shown = { contents: { isDestroyed: () => false, mainFrame: gone }, origin };
  expect(checkSender({ sender: shown.contents, senderFrame: gone }, shown)).toBe('destroyed');
});
