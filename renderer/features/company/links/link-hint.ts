import { checkLink } from '../../../../shared/link-check.ts';
import { links as words } from './strings.ts';

/** What is said of an address before it is opened: where it leads, or why it stays text. The core checks it again. */
export interface LinkHint {
  /** Null: it is not opened. */
  readonly host: string | null;
  readonly words: string;
}

export function linkHint(address: string): LinkHint {
  const checked = checkLink(address);
  if (!checked.ok) return { host: null, words: words.refused[checked.reason] };
  const { host } = checked;
  return {
    host,
    words: /(?:^|\.)xn--/.test(host) ? words.opensForeign(host) : words.opens(host),
  };
}
