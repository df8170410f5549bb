/**
 * The part of Electron's `WebFrameMain` that the check uses. Reading a property of a destroyed frame can
 * throw.
 */
export interface SenderFrame {
  readonly origin: string;
  readonly parent: object | null;
  isDestroyed?(): boolean;
}
interface SenderEvent {
  readonly sender: object;
  readonly senderFrame: SenderFrame | null;
}
/** The pages from which messages are accepted. */
interface TrustedPages {
  readonly contents: readonly { isDestroyed(): boolean; readonly mainFrame: object }[];
  readonly origin: string;
}

type SenderVerdict =
  | 'trusted'
  | 'no-window'
  | 'other-window'
  | 'no-frame'
  | 'destroyed'
  | 'subframe'
  | 'other-origin';

/**
 * Returns `trusted` if a message comes from the main frame of one of the app's windows and that frame shows
 * the app's page. Otherwise, returns why the message must be refused. Never throws.
 */
export function checkSender(event: SenderEvent, { contents, origin }: TrustedPages): SenderVerdict {
  try {
    const open = contents.filter((each) => !each.isDestroyed());
    if (open.length === 0) return 'no-window';
    const page = open.find((each) => each === event.sender);
    if (page === undefined) return 'other-window';
    const frame = event.senderFrame;
    if (frame === null) return 'no-frame';
    if (frame.isDestroyed?.() === true) return 'destroyed';
    if (frame.parent !== null || frame !== page.mainFrame) return 'subframe';
    return frame.origin === origin ? 'trusted' : 'other-origin';
  } catch {
    return 'destroyed';
  }
}
