import type { IncomingHttpHeaders } from 'node:http';

/** Headers in which tunnels and reverse proxies report the client's address. */
const FORWARDED_FROM = ['x-forwarded-for', 'cf-connecting-ip', 'true-client-ip', 'x-real-ip', 'forwarded'];

/**
 * Returns whether an accepted delivery came through the tunnel. Behind a tunnel, the address of the socket is
 * always 127.0.0.1, so the headers decide. If they contain the public host or a forwarded address, the
 * delivery came through the tunnel. If they contain only addresses of this computer, it was sent from this
 * computer.
 */
export function isFromOutside(headers: IncomingHttpHeaders): boolean {
  if (headers.host !== undefined && !isLoopbackHost(headers.host)) return true;
  return FORWARDED_FROM.some((name) => addressesIn(headers[name]).some((address) => !isLoopback(address)));
}

/** Returns the addresses in a header such as `203.0.113.7, 127.0.0.1` or `for="[2001:db8::1]:443"`. */
function addressesIn(value: string | string[] | undefined): string[] {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text.split(',').flatMap((part) => {
    const address = /for=\s*"?([^";]+)/i.exec(part)?.[1] ?? (part.includes('=') ? '' : part);
    return address.trim() === '' ? [] : [address.trim()];
  });
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');
const isLoopbackHost = (host: string): boolean => {
  const name = withoutPort(host.toLowerCase());
  return name === 'localhost' || isLoopback(name);
};
const isLoopback = (address: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}(?::\d+)?|\[?(?:::ffff:127(?:\.\d{1,3}){3}|::1)(?:\](?::\d+)?)?|localhost)$/i.test(
    address,
  );
