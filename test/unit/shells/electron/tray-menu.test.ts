import { expect, it } from 'vitest';
import {
  trayImage,
  trayMenu,
  trayTip,
  type TrayFacts,
} from '../../../../electron/shells/electron/tray-menu.ts';

const NOW_MS = new Date(2026, 4, 27, 9, 40).getTime();
const HOUR_MS = 3_600_000;
const LISTENING: TrayFacts = {
  state: 'listening',
  isSetUp: true,
  isEnabled: true,
  resumesAtMs: null,
  lastReceivedAtMs: null,
  unseen: 2,
};
const PAUSED: TrayFacts = { ...LISTENING, state: 'off', isEnabled: false, unseen: 0 };

function menuOf(facts: TrayFacts | null) {
  const chosen: string[] = [];
  const choose = (name: string) => (): void => void chosen.push(name);
  const actions = {
    open: choose('open'),
    pause: (lengthMs: number | null) => void chosen.push(`pause ${String(lengthMs)}`),
    resume: choose('resume'),
    quit: choose('quit'),
  };
  const items = trayMenu(facts, actions, () => NOW_MS).flatMap((item) => [
    item,
    ...(Array.isArray(item.submenu) ? item.submenu : []),
  ]);
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

it('leads with the state and the number of new signals, and states what quitting stops', () => {
  const { labels, click, chosen } = menuOf({
    ...LISTENING,
    lastReceivedAtMs: new Date(2026, 4, 27, 9, 18).getTime(),
  });
  expect(labels).toEqual([
    '(Receiver listening)',
    '(Last event 09:18)',
    '(2 new in Signals)',
    '–',
    'Open Roundwatch',
    'Pause receiver',
    ...['For 30 minutes', 'For 1 hour', 'For 4 hours', 'Until tomorrow, 08:00', '–', 'Until I resume it'],
    '–',
    'Quit and stop listening',
  ]);
  for (const label of ['Open Roundwatch', 'For 1 hour', 'Quit and stop listening']) click(label);
  expect(chosen).toEqual(['open', `pause ${HOUR_MS}`, 'quit']);
  expect(trayTip(LISTENING, NOW_MS)).toBe('Roundwatch · Receiver listening · 2 new in Signals');
  const yesterday = menuOf({ ...LISTENING, lastReceivedAtMs: new Date(2026, 4, 26, 17, 2).getTime() });
  expect(yesterday.labels).toContain('(Last event 26 May, 17:02)');
});

it('pauses until the next morning, or until the user resumes', () => {
  const { click, chosen } = menuOf(LISTENING);
  click('Until tomorrow, 08:00');
  click('Until I resume it');
  expect(chosen).toEqual([`pause ${new Date(2026, 4, 28, 8).getTime() - NOW_MS}`, 'pause null']);
});

it('says until when the receiver is paused, and offers to resume it now', () => {
  const until = { ...PAUSED, resumesAtMs: new Date(2026, 4, 27, 11).getTime() };
  const { labels, click, chosen } = menuOf(until);
  expect(labels).toEqual([
    '(Receiver paused until 11:00)',
    '(Events may be missed until then)',
    '–',
    'Resume now',
    'Open Roundwatch',
    '–',
    'Quit',
  ]);
  click('Resume now');
  expect(chosen).toEqual(['resume']);
  expect(trayTip(until, NOW_MS)).toBe(
    'Roundwatch · Receiver paused until 11:00 · Events may be missed until then',
  );
  const tomorrow = menuOf({ ...PAUSED, resumesAtMs: new Date(2026, 4, 28, 8).getTime() });
  expect(tomorrow.labels[0]).toBe('(Receiver paused until 28 May, 08:00)');
});

it('offers to resume a receiver that is paused without an end', () => {
  const { labels, click, chosen } = menuOf(PAUSED);
  expect(labels).toEqual([
    '(Receiver paused)',
    '(Events may be missed)',
    '–',
    'Resume receiver',
    'Open Roundwatch',
    '–',
    'Quit',
  ]);
  click('Resume receiver');
  expect(chosen).toEqual(['resume']);
});

it('offers neither without a receiver, and only to open and to quit without a workspace', () => {
  const off = { ...PAUSED, isSetUp: false };
  expect(menuOf(off).labels).toEqual(['(Receiver not set up)', '–', 'Open Roundwatch', '–', 'Quit']);
  expect(menuOf(null).labels).toEqual(['Open Roundwatch', '–', 'Quit']);
  expect(trayTip(null, NOW_MS)).toBe('Roundwatch');
});

it('shows at a glance whether the receiver listens, and otherwise whether there are new signals', () => {
  expect(trayImage({ ...LISTENING, unseen: 0 })).toBe('usual');
  expect(trayImage(LISTENING)).toBe('unread');
  for (const state of ['off', 'key-locked', 'port-taken', 'failed'] as const)
    expect(trayImage({ ...LISTENING, state })).toBe('paused');
  expect(trayImage({ ...PAUSED, isSetUp: false })).toBe('usual');
  expect(trayImage(null)).toBe('usual');
});
