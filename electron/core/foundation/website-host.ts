/**
 * Hosts on which many companies have a page. Two companies that share one of these hosts, or a subdomain of
 * one, are not assumed to be the same company.
 */
const SHARED_HOSTS = [
  'about.me',
  'angel.co',
  'apple.com',
  'blogspot.com',
  'carrd.co',
  'crunchbase.com',
  'facebook.com',
  'framer.website',
  'framer.ai',
  'github.com',
  'github.io',
  'gitlab.io',
  'godaddysites.com',
  'google.com',
  'herokuapp.com',
  'instagram.com',
  'linkedin.com',
  'linktr.ee',
  'medium.com',
  'netlify.app',
  'notion.site',
  'notion.so',
  'pages.dev',
  'squarespace.com',
  'substack.com',
  'tumblr.com',
  'twitter.com',
  'vercel.app',
  'webflow.io',
  'weebly.com',
  'wellfound.com',
  'wixsite.com',
  'wordpress.com',
  'x.com',
  'youtube.com',
] as const;

/**
 * Returns the host of a website, for comparing companies: in lower case and without `www.`. Returns null if
 * the string is not a web address, or if many companies share the host.
 */
export function websiteHost(website: string | null): string | null {
  if (website === null) return null;
  const address = /^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
  if (!host.includes('.') || host.length > 253) return null;
  const isShared = SHARED_HOSTS.some((shared) => host === shared || host.endsWith(`.${shared}`));
  return isShared ? null : host;
}

/**
 * Labels such as `co` in `.co.uk`. In many countries, companies register their names below such a
 * second-level domain.
 */
const SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'or', 'org']);

/** Returns how many labels the registered domain of a host has: 2, or 3 for a host such as `x.co.uk`. */
function registeredLabels(labels: readonly string[]): number {
  const [second = '', top = ''] = labels.slice(-2);
  return labels.length > 2 && top.length === 2 && SECOND_LEVELS.has(second) ? 3 : 2;
}

/**
 * Returns a host and its parent hosts, ending with the registered domain: `jobs.x.example`, then `x.example`.
 */
export function parentHosts(host: string): string[] {
  const labels = host.split('.');
  const count = Math.max(1, labels.length - registeredLabels(labels) + 1);
  return Array.from({ length: count }, (_, at) => labels.slice(at).join('.'));
}

/** Returns the registered name of a host, which is often the name of the company: `x` for `jobs.x.co.uk`. */
export function registeredName(host: string): string {
  const labels = host.split('.');
  return labels.at(-registeredLabels(labels)) ?? host;
}
