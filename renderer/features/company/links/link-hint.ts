import { checkLink } from '../../../../shared/link-check.ts';
import type { Link } from '../../../../shared/model/link.ts';
import { links as strings } from './strings.ts';

/**
 * Explains where an address leads or why it cannot be opened. The core checks the address again before
 * opening it.
 */
interface LinkHint {
  /** The host name; null if the address cannot be opened. */
  readonly host: string | null;
  readonly text: string;
}

export function linkHint(address: string, link: Link): LinkHint {
  const checked = checkLink(address);
  const plain = checked.ok || 'personId' in link ? null : checkLink(address, 'http');
  if (plain?.ok) return { host: plain.host, text: strings.opensPlain(plain.host) };
  if (!checked.ok) return { host: null, text: strings.refused[checked.reason] };
  const { host } = checked;
  return {
    host,
    text: /(?:^|\.)xn--/.test(host) ? strings.opensForeign(host) : strings.opens(host),
  };
}
