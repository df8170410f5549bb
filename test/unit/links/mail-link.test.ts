import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailLink } from '../../../electron/core/links/mail-link.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';

const to = 'amira.voss@lumenfold.example';
const linkOf = (subject: string, body: string, address = to): string => {
  const mail = mailLink({ to: address, subject, body });
  return 'url' in mail ? mail.url : mail.refused;
};
/** Decodes the fields of a mail link as a mail program does. In mail links, `+` is a plus sign (RFC 6068). */
const fieldsOf = (url: string): Record<string, string> =>
  Object.fromEntries(
    (url.split('?')[1] ?? '')
      .split('&')
      .filter(Boolean)
      .map((field) => field.split('=').map((part) => decodeURIComponent(part)) as [string, string]),
  );

describe('mail link', () => {
  it('contains only the address if subject and body are empty', () => {
    expect(linkOf('', '')).toBe(`mailto:${to}`);
  });
  it('encodes subject and body, with CRLF line ends', () => {
    const url = linkOf('Your Series A & “Spain”', 'Hello Amira,\n\n50 % more?\r\nRegards');
    expect(url).not.toMatch(/[\s"'<>+]/);
    expect(fieldsOf(url)).toEqual({
      subject: 'Your Series A & “Spain”',
      body: 'Hello Amira,\r\n\r\n50 % more?\r\nRegards',
    });
  });
  it('adds no header and no further recipient for any text', () => {
    const url = linkOf('Hi\r\nBcc: all@evil.example', 'x&bcc=all@evil.example&cc=b@evil.example#x');
    expect(Object.keys(fieldsOf(url))).toEqual(['subject', 'body']);
    expect(fieldsOf(url)['subject']).toBe('Hi Bcc: all@evil.example');
  });
  it.each([
    '',
    'amira',
    'a@b',
    'a@b.example,c@d.example',
    'a@b.example?bcc=c@d.example',
    'a b@c.example',
    'a@c.example\n',
  ])('is refused for %j', (address) => {
    expect(linkOf('s', 'b', address)).toBe('no-address');
  });
  it('is refused rather than truncated if it would be too long', () => {
    expect(linkOf('', 'a'.repeat(1_900))).toMatch(/^mailto:/);
    expect(linkOf('', 'a'.repeat(2_000))).toBe('too-long');
    expect(linkOf('', 'ß'.repeat(400))).toBe('too-long');
  });
  it('contains only permitted characters and fields, for any text', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 120 });
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const url = linkOf(subject, body);
        if (url === 'too-long') return;
        expect(url).toMatch(/^mailto:[A-Za-z0-9.@%-]+(?:\?[A-Za-z0-9._~=&%-]+)?$/);
        const fields = fieldsOf(url);
        expect(Object.keys(fields).every((name) => name === 'subject' || name === 'body')).toBe(true);
        // oxlint-disable-next-line no-control-regex -- a subject is one line without controls
        expect(fields['subject'] ?? '').not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f\u202a-\u202e]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
