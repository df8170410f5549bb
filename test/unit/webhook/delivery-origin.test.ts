import { describe, expect, it } from 'vitest';
import { isFromOutside } from '../../../electron/core/webhook/delivery-origin.ts';

const host = '127.0.0.1:47821';

describe('a delivery', () => {
  it.each([
    ['the public host', { host: 'hooks.example.com' }],
    ['the public host with a port', { host: 'hooks.example.com:443' }],
    ['X-Forwarded-For', { host, 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }],
    ['X-Forwarded-For after a local proxy', { host, 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }],
    ['CF-Connecting-IP', { host: 'localhost:47821', 'cf-connecting-ip': '2001:db8::7' }],
    ['True-Client-IP', { host, 'true-client-ip': '203.0.113.7' }],
    ['X-Real-IP', { host, 'x-real-ip': '10.1.2.3' }],
    ['Forwarded', { host, forwarded: 'proto=https;for="[2001:db8::7]:4711";by=203.0.113.1' }],
  ])('came through the tunnel if it names %s', (_name, headers) => {
    expect(isFromOutside(headers)).toBe(true);
  });

  it.each([
    ['no other address', { host }],
    ['localhost', { host: 'LOCALHOST:47821' }],
    ['no host', {}],
    ['an empty X-Forwarded-For', { host, 'x-forwarded-for': ' , ' }],
    ['a loopback address', { host, 'x-forwarded-for': '127.0.0.1' }],
    ['a loopback address with a port', { host, 'x-forwarded-for': '127.0.0.1:5123, ::1' }],
    ['an IPv4-mapped loopback address', { host, 'x-real-ip': '::ffff:127.0.0.1' }],
    ['a loopback address in Forwarded', { host, forwarded: 'for="[::1]:4711";proto=https' }],
    ['only another header', { host, 'x-forwarded-proto': 'https' }],
  ])('was sent from this computer if it names %s', (_name, headers) => {
    expect(isFromOutside(headers)).toBe(false);
  });
});
