import { checkLink } from '../../../../shared/link-check.ts';
import { links as words } from './strings.ts';

/**
 * Where an address leads, or why it cannot be opened. The core checks the address again before opening it.
 */
export interface LinkHint {
  /** The host; null if the address cannot be opened. */
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
