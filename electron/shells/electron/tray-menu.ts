import type { MenuItemConstructorOptions } from 'electron';
import type { ReceiverState } from '../../../shared/model/signal.ts';

/** What the tray icon and its menu show. */
export interface TrayFacts {
  readonly state: ReceiverState;
  /** Whether the receiver has a key, so it can be paused and resumed. */
  readonly isSetUp: boolean;
  readonly isEnabled: boolean;
  readonly unseen: number;
}
export interface TrayActions {
  readonly open: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly quit: () => void;
}

const STATE: Readonly<Record<ReceiverState, string>> = {
  listening: 'Listening',
  off: 'Receiver paused. Events may be missed',
  'no-key': 'Receiver not set up',
  'key-locked': 'Keychain locked. Events may be missed',
  'port-taken': 'Port in use. Events may be missed',
  failed: 'Can’t listen. Events may be missed',
};
const stateText = ({ state, isSetUp }: TrayFacts): string =>
  state === 'off' && !isSetUp ? STATE['no-key'] : STATE[state];
const newText = (unseen: number): string => `${unseen.toLocaleString('en-US')} new`;

export type TrayImage = 'usual' | 'unread' | 'paused';

/** Returns which image the icon shows. A receiver that does not listen matters more than new signals. */
export function trayImage(facts: TrayFacts | null): TrayImage {
  if (facts === null) return 'usual';
  if (facts.isSetUp && facts.state !== 'listening') return 'paused';
  return facts.unseen > 0 ? 'unread' : 'usual';
}

/** Returns the text that the desktop shows beside the pointer. `facts` is null if no workspace is open. */
export function trayTip(facts: TrayFacts | null): string {
  if (facts === null) return 'Roundwatch';
  const { unseen } = facts;
  return ['Roundwatch', stateText(facts), ...(unseen === 0 ? [] : [newText(unseen)])].join(' · ');
}

/** Returns the tray icon's menu. The first lines only show the state. */
export function trayMenu(facts: TrayFacts | null, actions: TrayActions): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const open: MenuItemConstructorOptions = { label: 'Open Roundwatch', click: actions.open };
  const quit = (label: string): MenuItemConstructorOptions => ({ label, click: actions.quit });
  if (facts === null) return [open, separator, quit('Quit')];
  const { isSetUp, isEnabled, unseen, state } = facts;
  const pause: MenuItemConstructorOptions = isEnabled
    ? { label: 'Pause receiver', click: actions.pause }
    : { label: 'Resume receiver', click: actions.resume };
  return [
    { label: stateText(facts), enabled: false },
    ...(unseen === 0 ? [] : [{ label: newText(unseen), enabled: false }]),
    separator,
    open,
    ...(isSetUp ? [pause] : []),
    separator,
    quit(state === 'listening' ? 'Quit and stop listening' : 'Quit'),
  ];
}
