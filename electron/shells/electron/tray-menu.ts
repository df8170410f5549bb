import type { MenuItemConstructorOptions } from 'electron';
import { MINUTE_MS } from '../../../shared/durations.ts';
import type { ReceiverState } from '../../../shared/model/signal.ts';

/** What the tray icon and its menu show. */
export interface TrayFacts {
  readonly state: ReceiverState;
  /** Whether the receiver has a key. Without a key, it cannot be paused or resumed. */
  readonly isSetUp: boolean;
  readonly isEnabled: boolean;
  /** When a paused receiver resumes by itself; null if it doesn't. */
  readonly resumesAtMs: number | null;
  readonly lastReceivedAtMs: number | null;
  readonly unseen: number;
}
export interface TrayActions {
  readonly open: () => void;
  /** Pauses the receiver for `lengthMs`; null pauses it until the user resumes it. */
  readonly pause: (lengthMs: number | null) => void;
  readonly resume: () => void;
  readonly quit: () => void;
}

const STATE: Readonly<Record<ReceiverState, string>> = {
  listening: 'Receiver listening',
  off: 'Receiver paused',
  'no-key': 'Receiver not set up',
  'key-locked': 'Receiver: keychain locked',
  'port-taken': 'Receiver: port in use',
  failed: 'Receiver: can’t open port',
};
const MORNING_HOUR = 8;

const timeText = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
const isSameDay = (atMs: number, nowMs: number): boolean =>
  new Date(atMs).toDateString() === new Date(nowMs).toDateString();
const dayText = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
/** Returns the time of day, preceded by the date unless the date is today. */
const momentText = (atMs: number, nowMs: number): string =>
  isSameDay(atMs, nowMs) ? timeText(atMs) : `${dayText(atMs)}, ${timeText(atMs)}`;

const isUntilLater = ({ state, isSetUp, resumesAtMs }: TrayFacts): boolean =>
  state === 'off' && isSetUp && resumesAtMs !== null;

function stateText(facts: TrayFacts, nowMs: number): string {
  const { state, isSetUp, resumesAtMs } = facts;
  if (state === 'off' && !isSetUp) return STATE['no-key'];
  return state === 'off' && resumesAtMs !== null
    ? `Receiver paused until ${momentText(resumesAtMs, nowMs)}`
    : STATE[state];
}

/**
 * While the receiver is listening, returns the time of the last event; null if there was none. Otherwise,
 * returns a warning that events may be missed; null if the receiver is not set up or has no key.
 */
function detailText(facts: TrayFacts, nowMs: number): string | null {
  const { state, isSetUp, lastReceivedAtMs } = facts;
  if (state === 'listening')
    return lastReceivedAtMs === null ? null : `Last event ${momentText(lastReceivedAtMs, nowMs)}`;
  if (!isSetUp || state === 'no-key') return null;
  return isUntilLater(facts) ? 'Events may be missed until then' : 'Events may be missed';
}
const newText = (unseen: number): string => `${unseen.toLocaleString('en-US')} new in Signals`;

export type TrayImage = 'usual' | 'unread' | 'paused';

/**
 * Returns the image of the tray icon. If the receiver is not listening, the image shows this, even if there
 * are new signals.
 */
export function trayImage(facts: TrayFacts | null): TrayImage {
  if (facts === null) return 'usual';
  if (facts.isSetUp && facts.state !== 'listening') return 'paused';
  return facts.unseen > 0 ? 'unread' : 'usual';
}

/** Returns the tooltip of the tray icon. `facts` is null if no workspace is open. */
export function trayTip(facts: TrayFacts | null, nowMs: number): string {
  if (facts === null) return 'Roundwatch';
  const { unseen, state } = facts;
  const detail = state === 'listening' ? null : detailText(facts, nowMs);
  const parts = [stateText(facts, nowMs), detail, unseen === 0 ? null : newText(unseen)];
  return ['Roundwatch', ...parts.filter((part) => part !== null)].join(' · ');
}

function untilMorningMs(nowMs: number): number {
  const at = new Date(nowMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1, MORNING_HOUR).getTime() - nowMs;
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** @param now called when the user chooses an item, which may be long after the menu was built */
function pauseMenu({ pause }: TrayActions, now: () => number): MenuItemConstructorOptions {
  const item = (label: string, lengthMs: () => number | null): MenuItemConstructorOptions => ({
    label,
    click: () => pause(lengthMs()),
  });
  return {
    label: 'Pause receiver',
    submenu: [
      item('For 30 minutes', () => 30 * MINUTE_MS),
      item('For 1 hour', () => 60 * MINUTE_MS),
      item('For 4 hours', () => 240 * MINUTE_MS),
      item('Until tomorrow, 08:00', () => untilMorningMs(now())),
      SEPARATOR,
      item('Until I resume it', () => null),
    ],
  };
}

/** Returns the tray icon's menu. The first lines only show the state. */
export function trayMenu(
  facts: TrayFacts | null,
  actions: TrayActions,
  now: () => number,
): MenuItemConstructorOptions[] {
  const open: MenuItemConstructorOptions = { label: 'Open Roundwatch', click: actions.open };
  const quit = (label: string): MenuItemConstructorOptions => ({ label, click: actions.quit });
  if (facts === null) return [open, SEPARATOR, quit('Quit')];
  const { isSetUp, isEnabled, unseen, state } = facts;
  const resume: MenuItemConstructorOptions = {
    label: isUntilLater(facts) ? 'Resume now' : 'Resume receiver',
    click: actions.resume,
  };
  const detail = detailText(facts, now());
  return [
    { label: stateText(facts, now()), enabled: false },
    ...(detail === null ? [] : [{ label: detail, enabled: false }]),
    ...(unseen === 0 ? [] : [{ label: newText(unseen), enabled: false }]),
    SEPARATOR,
    ...(isSetUp && !isEnabled ? [resume] : []),
    open,
    ...(isSetUp && isEnabled ? [pauseMenu(actions, now)] : []),
    SEPARATOR,
    quit(state === 'listening' ? 'Quit and stop listening' : 'Quit'),
  ];
}
