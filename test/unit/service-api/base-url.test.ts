import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../../electron/core/service-api/base-url.ts';
import { failure } from '../../support/common/failure.ts';

const errorOf = (text: string): unknown => failure(() => parseBaseUrl(text));

describe('base URL', () => {
  it.each([
    ['https://api.example.com/api/v1', 'https://api.example.com/api/v1', false],
    ['  https://api.example.com/api/v1//  ', 'https://api.example.com/api/v1', false],
    ['HTTPS://API.example.com', 'https://api.example.com', false],
    ['https://api.example.com:8443/x/api/v1', 'https://api.example.com:8443/x/api/v1', false],
    ['https://api.example.com/api/v11', 'https://api.example.com/api/v11', false],
    ['http://127.0.0.1:4000/api/v1/', 'http://127.0.0.1:4000/api/v1', true],
    ['http://127.1:4000/api/v1', 'http://127.0.0.1:4000/api/v1', true],
    ['http://[::1]:4000/api/v1', 'http://[::1]:4000/api/v1', true],
    ['https://127.0.0.1/api/v1', 'https://127.0.0.1/api/v1', true],
    ['https://localhost/api/v1', 'https://localhost/api/v1', false],
  ])('accepts %s', (text, url, loopback) => {
    expect(parseBaseUrl(text)).toEqual({ url, loopback });
  });

  it.each([
    'http://api.example.com/api/v1',
    'http://localhost:4000/api/v1',
    'http://127.0.0.1.example.com/api/v1',
    'http://10.0.0.1/api/v1',
    'http://0.0.0.0/api/v1',
    'http://[::ffff:127.0.0.1]/api/v1',
  ])('rejects plain HTTP to %s', (text) => {
    expect(errorOf(text)).toEqual({ kind: 'unsupported', capability: 'http' });
  });

  it.each([
    '',
    'api.example.com/api/v1',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https:example.com',
    'https:///example.com',
    'https://user@example.com/api/v1',
    'https://user:secret@example.com/api/v1',
    'https://@example.com/api/v1',
    'https://example.com/api/v1?x=1',
    'https://example.com/api/v1?',
    'https://example.com/api/v1#x',
    'https://exa\nmple.com/api/v1',
    'https://example.com\\@evil.example/api/v1',
    'https://exa mple.com/',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('rejects %j', (text) => {
    expect(errorOf(text)).toEqual({ kind: 'unsupported', capability: 'base-url' });
  });
});
