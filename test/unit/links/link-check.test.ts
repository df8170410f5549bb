import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLink, LINK_REFUSALS, type LinkRefusal } from '../../../shared/link-check.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';

const reasonOf = (address: string): LinkRefusal | 'opened' => {
  const result = checkLink(address);
  return result.ok ? 'opened' : result.reason;
};

describe('opening an address received from the service', () => {
  it.each([
    ['https://acme.example', 'https://acme.example/', 'acme.example'],
    ['HTTPS://ACME.example/a b'.replace(' ', '%20'), 'https://acme.example/a%20b', 'acme.example'],
    ['https://www.acme.co.uk/de?x=1&y=2#top', 'https://www.acme.co.uk/de?x=1&y=2#top', 'www.acme.co.uk'],
    ['https://acme.example:443/', 'https://acme.example/', 'acme.example'],
    // The host is displayed in punycode, so look-alike letters stand out.
    ['https://müller.example/straße', 'https://xn--mller-kva.example/stra%C3%9Fe', 'xn--mller-kva.example'],
    ['https://аpple.example/', 'https://xn--pple-43d.example/', 'xn--pple-43d.example'],
    ['https://例え.xn--p1ai/', 'https://xn--r8jz45g.xn--p1ai/', 'xn--r8jz45g.xn--p1ai'],
  ])('is allowed for %s', (address, url, host) => {
    expect(checkLink(address)).toEqual({ ok: true, url, host });
  });

  it.each<[string, LinkRefusal]>([
    ['', 'not-an-address'],
    ['acme.example', 'not-an-address'],
    ['//acme.example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https:acme.example', 'not-an-address'],
    ['https:/acme.example', 'not-an-address'],
    ['https:///acme.example', 'not-an-address'],
    ['http://acme.example', 'not-https'],
    ['javascript:alert(1)', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['data:text/html,x', 'not-https'],
    ['mailto:a@acme.example', 'not-https'],
    ['roundwatch://company/1', 'not-https'],
    ['smb://acme.example/share', 'not-https'],
    ['https://acme.example@evil.example/', 'credentials'],
    ['https://user:word@acme.example/', 'credentials'],
    ['https://@acme.example/', 'credentials'],
    ['https://:@acme.example/', 'credentials'],
    ['https://127.0.0.1/', 'not-public'],
    ['https://2130706433/', 'not-public'],
    ['https://0x7f.1/', 'not-public'],
    ['https://127.1/', 'not-public'],
    ['https://[::1]/', 'not-public'],
    ['https://[::ffff:127.0.0.1]/', 'not-public'],
    ['https://localhost/', 'not-public'],
    ['https://app.localhost/', 'not-public'],
    ['https://printer.local/', 'not-public'],
    ['https://router/', 'not-public'],
    ['https://acme.example./', 'not-public'],
    ['https://wiki.corp/', 'not-public'],
    ['https://acme.example:8443/', 'not-public'],
    ['https://acme.example\\@evil.example/', 'hidden-characters'],
    ['https://acme.example/\u202egpj.exe', 'hidden-characters'],
    ['https://acme.example/\u0000', 'hidden-characters'],
    ['https://acme.example/\n', 'hidden-characters'],
    [' https://acme.example', 'hidden-characters'],
    ['https://acme\u200b.example/', 'hidden-characters'],
    ['https://acme\u00ad.example/', 'hidden-characters'],
    ['https://acme.example/\ud800', 'hidden-characters'],
    [`https://acme.example/${'a'.repeat(2_000)}`, 'too-long'],
    // The text itself is short enough, but its encoded form is too long.
    [`https://acme.example/${'ß'.repeat(1_000)}`, 'too-long'],
  ])('is refused for %j: %s', (address, reason) => {
    expect(reasonOf(address)).toBe(reason);
  });
});

describe('an address with plain http', () => {
  it('is allowed only where the caller asks for it, and only for a public host', () => {
    expect(checkLink('http://acme.example/a', 'http')).toEqual({
      ok: true,
      url: 'http://acme.example/a',
      host: 'acme.example',
    });
    const refused = ['https://acme.example', 'http://127.0.0.1/', 'http://router/', 'http://a@acme.example/'];
    for (const address of [
      ...refused,
      'http://acme.example:8080/',
      'javascript:alert(1)',
      'http:acme.example',
    ])
      expect(checkLink(address, 'http').ok, address).toBe(false);
  });
});

describe('any address', () => {
  const hostile = fc.string({ unit: anyCharacter });
  const parts = fc.constantFrom(
    ...[
      'https://',
      'https:',
      'http://',
      'javascript:',
      'acme',
      '.',
      'example',
      '/',
      '\\',
      '@',
      ':',
      '#',
      '?',
    ],
    ...[
      '[::1]',
      '127.0.0.1',
      'localhost',
      '%00',
      '%2e',
      '\u202e',
      '\u0000',
      'ſ',
      'ß',
      '。',
      '⒈',
      '1',
      '0x7f',
      '..',
    ],
  );
  const address = fc.oneof(
    hostile,
    fc.webUrl(),
    fc.array(parts, { maxLength: 14 }).map((each) => each.join('')),
  );

  it('never throws, and opens only https addresses of public hosts, in ASCII, without credentials or port', () => {
    fc.assert(
      fc.property(address, (text) => {
        const result = checkLink(text);
        if (!result.ok) return void expect(LINK_REFUSALS).toContain(result.reason);
        const url = new URL(result.url);
        expect([url.protocol, url.username, url.password, url.port]).toEqual(['https:', '', '', '']);
        expect(url.hostname).toBe(result.host);
        expect(result.url).toMatch(/^https:\/\/[\x21-\x7e]+$/);
        expect(result.host).toMatch(/^[a-z0-9_.-]+\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/);
        expect(result.host).not.toMatch(/(?:^|\.)(?:localhost|local|internal|lan)$/);
        // The resulting URL is stable: another check returns the same URL.
        expect(checkLink(result.url)).toEqual(result);
      }),
      { numRuns: 3_000 },
    );
  });
});
