import { account as strings } from './strings.ts';

/** Advice about a typed base URL, and a corrected URL. */
interface BaseUrlAdvice {
  readonly text: string;
  /**
   * The corrected URL and the label of the button that applies it; null if the app cannot correct the URL.
   */
  readonly fix: { readonly label: string; readonly url: string } | null;
}

const API_PATH = '/api/v1';

/**
 * Returns advice about a base URL. Returns null if the URL is correct, or if the text is not a URL yet. The
 * URL must end in `/api/v1` (spec introduction). It must use https (spec §5.4) unless its host is this
 * computer.
 */
export function baseUrlAdvice(typed: string): BaseUrlAdvice | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'http:' && url.hostname === 'localhost') {
    url.hostname = '127.0.0.1';
    return { text: strings.connect.localName, fix: { label: strings.connect.useAddress, url: textOf(url) } };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    url.protocol = 'https:';
    return { text: strings.connect.insecureUrl, fix: { label: strings.connect.useHttps, url: textOf(url) } };
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith(API_PATH)) return null;
  if (/\/api\/v\d+$/.test(path)) return { text: strings.connect.otherVersion, fix: null };
  const label = strings.connect.addPath;
  url.pathname = withApiPath(path);
  return { text: strings.connect.pathMissing, fix: { label, url: textOf(url) } };
}

/**
 * Returns whether an address belongs to this computer. The core accepts plain http only for such addresses.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Removes an endpoint's path, or adds the missing part of the base path. */
function withApiPath(path: string): string {
  const at = path.indexOf(`${API_PATH}/`);
  if (at >= 0) return path.slice(0, at + API_PATH.length);
  return path.endsWith('/api') ? `${path}/v1` : `${path}${API_PATH}`;
}

const textOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/+$/, '')}`;
