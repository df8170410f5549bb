import { goodBody } from '../malformed/good-bodies.ts';
import { companyIdOf, endpointOf } from './calls.ts';
import { createRandom, type Random } from '../support/random.ts';
import type { RawRequest, Reply } from './raw-server.ts';

/** The origins to which a redirect chain may lead, without a trailing slash. */
export interface Destinations {
  /** The origins of the two services: one uses plain HTTP, the other uses TLS. */
  readonly services: readonly string[];
  /** Origins of other servers: with other ports, other names of this machine, or other schemes. */
  readonly others: readonly string[];
}

/**
 * The service's response to one call, and the redirects that follow. A client that wrongly follows redirects
 * requests all `hops`, one after the other.
 */
export interface Chain {
  readonly kind: string;
  /**
   * Whether the service's response is a valid HTTP redirect. If so, the client must report it as a redirect.
   */
  readonly isRedirect: boolean;
  /**
   * The redirect targets in order. In a loop, the last target redirects to the first. Otherwise, the last
   * target returns data.
   */
  readonly hops: readonly string[];
  readonly isLoop: boolean;
  /** The raw bytes of the service's response. */
  readonly first: string;
}

const STATUSES = [301, 302, 303, 307, 308];
const head = (status: number, lines: readonly string[], body = ''): string =>
  `HTTP/1.1 ${status} Some reason\r\n${[...lines, `content-length: ${Buffer.byteLength(body)}`].map((line) => `${line}\r\n`).join('')}\r\n${body}`;
const JSON_TYPE = 'content-type: application/json';

interface Draft {
  readonly random: Random;
  /** The address to which the response redirects. */
  readonly to: string;
  readonly good: string;
}
type Maker = (draft: Draft) => string;

/** Writes an address in one of the spellings that a careless or hostile server might use. */
function written({ random, to }: Draft): string {
  const url = new URL(to);
  const { host, pathname } = url;
  return random.pick([
    to,
    to,
    `//${host}${pathname}`,
    `${url.protocol}//user:secret@${host}${pathname}`,
    `${url.protocol}//127.0.0.1@${host}${pathname}`,
    `${url.protocol}\\\\${host}${pathname}`,
    `/\\${host}${pathname}`,
    `${url.protocol.toUpperCase()}//${host}${pathname}`,
    `  ${to}  `,
    `\t${to}`,
    `${to}#fragment`,
    `${to}?a=b&c`,
    `${url.protocol}/${host}${pathname}`,
    pathname,
    `.${pathname}`,
    `..${pathname}/../..${pathname}`,
    `${to}%0d%0aX-Injected:%20yes`,
    `${to}\r\nX-Injected: yes`,
    `${to}\nX-Injected: yes`,
    `${to}\r\nLocation: ${to}2`,
    `${url.protocol}//${host.replace('127.0.0.1', '2130706433').replace('localhost', 'LOCALHOST.')}${pathname}`,
  ]);
}

const redirect: Maker = (draft) =>
  head(draft.random.pick(STATUSES), [
    `location: ${written(draft)}`,
    ...(draft.random.chance(0.3) ? ['set-cookie: session=1; path=/'] : []),
  ]);

const KINDS: Readonly<Record<string, { readonly isRedirect: boolean; readonly make: Maker }>> = {
  redirect: { isRedirect: true, make: redirect },
  'redirect, many times': { isRedirect: true, make: redirect },
  'redirect in a loop': { isRedirect: true, make: redirect },
  'redirect with a page': {
    isRedirect: true,
    make: (draft) =>
      head(
        draft.random.pick(STATUSES),
        [`location: ${draft.to}`, 'content-type: text/html'],
        `<meta http-equiv="refresh" content="0;url=${draft.to}"><a href="${draft.to}">Moved</a>`,
      ),
  },
  'redirect to another kind of address': {
    isRedirect: true,
    make: ({ random, to }) =>
      head(random.pick(STATUSES), [
        `location: ${random.pick(['data:application/json,{}', 'file:///etc/hostname', 'javascript:1', 'blob:x', `ws://${new URL(to).host}/x`, `view-source:${to}`, 'about:blank', 'http://', 'https:///', '', ':', `http://[::${'1'.repeat(200)}]/`])}`,
      ]),
  },
  'a choice of several targets': {
    isRedirect: true,
    make: ({ random, to }) =>
      head(random.pick([300, 305, 306, 310, 399]), [
        `location: ${to}`,
        `link: <${to}>; rel="alternate"`,
        `alternates: {"${new URL(to).pathname}" 1}`,
      ]),
  },
  'an unexpected address header': {
    isRedirect: false,
    make: ({ random, to, good }) =>
      head(
        random.pick([200, 201, 202, 404, 503]),
        [JSON_TYPE, `location: ${to}`, `content-location: ${to}`],
        good,
      ),
  },
  'Refresh header': {
    isRedirect: false,
    make: ({ random, to, good }) => head(random.pick([200, 503]), [JSON_TYPE, `refresh: 0; url=${to}`], good),
  },
  'meta refresh': {
    isRedirect: false,
    make: ({ random, to }) =>
      head(
        random.pick([200, 404]),
        ['content-type: text/html'],
        `<html><meta http-equiv="refresh" content="0;url=${to}"><script>location.href="${to}"</script></html>`,
      ),
  },
  'Alt-Svc': {
    isRedirect: false,
    make: ({ random, to, good }) => {
      const { port, host } = new URL(to);
      const service = random.pick([`h2=":${port}"`, `h2="${host}"`, `http/1.1="${host}"`, `h3=":${port}"`]);
      return head(random.pick([200, 421]), [JSON_TYPE, `alt-svc: ${service}; ma=86400; persist=1`], good);
    },
  },
  'early hints and preloads': {
    isRedirect: false,
    make: ({ to, good }) =>
      `HTTP/1.1 103 Early Hints\r\nlink: <${to}>; rel=preload; as=fetch\r\n\r\n${head(200, [JSON_TYPE, `link: <${to}>; rel=preload; as=fetch, <${new URL(to).origin}>; rel=preconnect`], good)}`,
  },
  'a request for a name and a password': {
    isRedirect: false,
    make: ({ random, to }) =>
      head(random.pick([401, 407]), [
        JSON_TYPE,
        `www-authenticate: ${random.pick(['Basic realm="x"', `Bearer realm="${to}"`, 'Negotiate', 'NTLM'])}`,
        'proxy-authenticate: Basic realm="x"',
      ]),
  },
  'retry later': {
    isRedirect: false,
    make: ({ random, to }) =>
      head(random.pick([408, 421, 425, 429, 503]), [JSON_TYPE, 'retry-after: 0', `location: ${to}`]),
  },
};
const NAMES = Object.keys(KINDS);

export function chainAt(seed: number, index: number, { services, others }: Destinations): Chain {
  const random = createRandom(seed, index);
  const kind = random.pick([...NAMES, 'redirect', 'redirect', 'redirect, many times', 'redirect in a loop']);
  const isLoop = kind === 'redirect in a loop';
  const length = kind === 'redirect, many times' || isLoop ? 2 + random.int(4) : 1;
  const origins = [...others, ...others, ...services];
  const hops = Array.from({ length }, (_, hop) => `${random.pick(origins)}/${index}/hop/${hop}`);
  const good = JSON.stringify(goodBody(endpointOf(seed, index), companyIdOf(index)).value);
  const shape = KINDS[kind];
  if (shape === undefined) throw new Error(`no ${kind}`);
  const { isRedirect, make } = shape;
  const first = make({ random, to: hops[0] ?? '', good });
  // If a head contains a bare line feed, the HTTP parser rejects the whole head, so the client cannot
  // recognise the redirect.
  const isReadable = !/[^\r]\n/.test(first.slice(0, first.indexOf('\r\n\r\n')));
  return { kind, isRedirect: isRedirect && isReadable, hops, isLoop, first };
}

/**
 * Returns the function with which all servers reply. The first request of a call gets the chain's `first`
 * response, and a request for one of the `hops` gets a redirect to the next hop. Unless the chain is a loop,
 * the last hop returns data.
 */
export function chainReply(seed: number, destinations: Destinations): (request: RawRequest) => Reply {
  return ({ index, path }) => {
    const bytes = (text: string): Reply => ({
      steps: [{ afterMs: 0, bytes: Buffer.from(text) }],
      end: 'keep',
    });
    if (index < 0) return bytes(head(200, [JSON_TYPE], '{}'));
    const chain = chainAt(seed, index, destinations);
    const hop = /\/hop\/(\d+)/.exec(path)?.[1];
    if (hop === undefined) return bytes(chain.first);
    const next = chain.hops[Number(hop) + 1] ?? (chain.isLoop ? chain.hops[0] : undefined);
    if (next !== undefined) return bytes(head(302, [`location: ${next}`]));
    const body = goodBody(endpointOf(seed, index), companyIdOf(index)).value;
    return bytes(head(200, [JSON_TYPE], JSON.stringify(body)));
  };
}
