import { expect, it } from 'vitest';
import {
  trayImage,
  trayMenu,
  trayTip,
  type TrayFacts,
} from '../../../../electron/shells/electron/tray-menu.ts';

const LISTENING: TrayFacts = { state: 'listening', isSetUp: true, isEnabled: true, unseen: 2 };

function menuOf(facts: TrayFacts | null) {
  const chosen: string[] = [];
  const choose = (name: string) => (): void => void chosen.push(name);
  const items = trayMenu(facts, {
    open: choose('open'),
    pause: choose('pause'),
    resume: choose('resume'),
    quit: choose('quit'),
  });
  const click = (label: string): void => {
    const item = items.find((each) => each.label === label);
    Reflect.apply(item?.click ?? (() => undefined), null, []);
  };
  return {
    chosen,
    click,
    labels: items.map(({ label, enabled }) => (enabled === false ? `(${label})` : (label ?? '–'))),
  };
}

it('leads with the state and the number of new signals, and says what quitting stops', () => {
  const { labels, click, chosen } = menuOf(LISTENING);
  expect(labels).toEqual([
    '(Listening)',
    '(2 new)',
    '–',
    'Open Roundwatch',
    'Pause receiver',
    '–',
    'Quit and stop listening',
  ]);
  for (const label of ['Open Roundwatch', 'Pause receiver', 'Quit and stop listening']) click(label);
  expect(chosen).toEqual(['open', 'pause', 'quit']);
  expect(trayTip(LISTENING)).toBe('Roundwatch · Listening · 2 new');
});

it('offers to resume a paused receiver', () => {
  const { labels, click, chosen } = menuOf({ ...LISTENING, state: 'off', isEnabled: false, unseen: 0 });
  expect(labels).toEqual([
    '(Receiver paused. Events may be missed)',
    '–',
    'Open Roundwatch',
    'Resume receiver',
    '–',
    'Quit',
  ]);
  click('Resume receiver');
  expect(chosen).toEqual(['resume']);
});

it('offers neither without a receiver, and only to open and to quit without a workspace', () => {
  const off = { state: 'off', isSetUp: false, isEnabled: false, unseen: 0 } as const;
  expect(menuOf(off).labels).toEqual(['(Receiver not set up)', '–', 'Open Roundwatch', '–', 'Quit']);
  expect(menuOf(null).labels).toEqual(['Open Roundwatch', '–', 'Quit']);
  expect(trayTip(null)).toBe('Roundwatch');
});

it('shows at a glance whether the receiver listens, and otherwise whether there are new signals', () => {
  expect(trayImage({ ...LISTENING, unseen: 0 })).toBe('usual');
  expect(trayImage(LISTENING)).toBe('unread');
  for (const state of ['off', 'key-locked', 'port-taken', 'failed'] as const)
    expect(trayImage({ ...LISTENING, state })).toBe('paused');
  expect(trayImage({ ...LISTENING, state: 'off', isSetUp: false, unseen: 0 })).toBe('usual');
  expect(trayImage(null)).toBe('usual');
});
