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
/** The page from which messages are accepted. */
interface TrustedPage {
  readonly contents: { isDestroyed(): boolean; readonly mainFrame: object };
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
 * Returns `trusted` if a message comes from the main frame of the app's window and that frame shows the app's
 * page. Otherwise, returns why the message must be refused. Never throws.
 */
export function checkSender(event: SenderEvent, page: TrustedPage | null): SenderVerdict {
  try {
    if (page === null || page.contents.isDestroyed()) return 'no-window';
    if (event.sender !== page.contents) return 'other-window';
    const frame = event.senderFrame;
    if (frame === null) return 'no-frame';
    if (frame.isDestroyed?.() === true) return 'destroyed';
    if (frame.parent !== null || frame !== page.contents.mainFrame) return 'subframe';
    return frame.origin === page.origin ? 'trusted' : 'other-origin';
  } catch {
    return 'destroyed';
  }
}
