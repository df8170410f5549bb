import { ABOUT_TO_CLOSE_DAYS, CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import { windowDaysLeft } from '../../../shared/window-days-left.ts';
import type { ContactWindow } from '../../../shared/model/company.ts';
import { dayText, exactText } from '../../lib/format.ts';
import { kit } from '../strings.ts';

export interface ContactWindowText {
  readonly text: string;
  /** The text for wide lists, such as `29 days left`. If it is undefined, wide lists show `text`. */
  readonly wide?: string;
  readonly title: string;
  readonly tone: 'plain' | 'soon' | 'now' | 'gone';
  /** Set if `text` says that the company has no contacts. */
  readonly hasNoContacts?: true;
}

/**
 * Describes a contact window: how many days are left to fetch the contacts, or that they have been fetched.
 * Every screen uses this text. The tooltip of an open window begins with an explanation of contact windows.
 * With `long`, it omits this explanation, because `ContactWindowChip` adds a longer one.
 *
 * @param long whether to return a full sentence, as in a company's header
 */
export function contactWindowText(window: ContactWindow, nowMs: number, long = false): ContactWindowText {
  const { closesAtMs } = window;
  // A contact window that was open when the data was fetched may have closed since then.
  const state =
    window.state === 'open' && closesAtMs !== null && closesAtMs <= nowMs ? 'closed' : window.state;
  if (state === 'closed') {
    const text = long ? kit.windowTitle.closed : kit.windowClosed;
    const title = `${kit.windowTitle.closed}${window.contacts === 'fetched' ? `. ${kit.windowFetched.stay}` : ''}`;
    return { text, title, tone: 'gone' };
  }
  if (window.contacts !== undefined) return fetchedText(window, nowMs, long);
  if (state === 'unknown') return { text: kit.windowUnknown, title: kit.windowTitle.unknown, tone: 'plain' };
  if (closesAtMs === null) {
    const { windowRevealed, windowOpen, windowTitle } = kit;
    const text = (window.isRevealed ? windowRevealed : windowOpen)[long ? 'long' : 'short'];
    return { text, title: window.isRevealed ? windowTitle.revealed : windowTitle.available, tone: 'plain' };
  }
  const days = windowDaysLeft(closesAtMs, nowMs);
  const tone = days > CLOSING_SOON_DAYS ? 'plain' : days >= ABOUT_TO_CLOSE_DAYS ? 'soon' : 'now';
  const title = `${kit.windowTitle.open(days)}: ${exactText(closesAtMs)}`;
  return {
    text: kit.windowLeft(days)[long ? 'long' : 'short'],
    ...(long ? {} : { wide: kit.windowDaysLeft(days) }),
    title: long ? title : `${kit.windowMeaning} ${title}`,
    tone,
  };
}

/**
 * Describes the open window of a company whose contacts were already fetched. The user need not act before
 * the window closes.
 */
function fetchedText(
  { contacts, closesAtMs }: ContactWindow,
  nowMs: number,
  long: boolean,
): ContactWindowText {
  const strings = kit.windowFetched;
  const hasNoContacts = contacts === 'none';
  const common = {
    text: (hasNoContacts ? strings.none : strings.fetched)[long ? 'long' : 'short'],
    tone: 'plain',
    ...(hasNoContacts && { hasNoContacts }),
  } as const;
  const closes =
    closesAtMs === null
      ? null
      : `${kit.windowTitle.open(windowDaysLeft(closesAtMs, nowMs))}: ${exactText(closesAtMs)}`;
  if (hasNoContacts)
    return { ...common, title: closes === null ? strings.noneTitle : `${strings.noneTitle}. ${closes}` };
  if (closesAtMs === null) return { ...common, title: `${strings.title} ${strings.stay}` };
  return {
    ...common,
    ...(long && { text: strings.fetchedUntil(dayText(closesAtMs)) }),
    title: `${strings.title} ${closes}. ${strings.stayAfter}`,
  };
}
