import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  companyIdFromLink,
  targetOfArguments,
  targetOfLink,
} from '../../../../electron/shells/electron/parse-deep-link.ts';
import { bindDeepLinks } from '../../../../electron/shells/electron/deep-links.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

/** Returns the company id from the deep link among the command-line arguments; null if there is none. */
const companyIdOfArguments = (argv: readonly string[]): string | null =>
  targetOfArguments(argv)?.companyId ?? null;

describe('deep link', () => {
  it.each([
    ['roundwatch://company/cmp_42', 'cmp_42'],
    ['roundwatch://company/cmp_42/', 'cmp_42'],
    ['ROUNDWATCH://Company/cmp_42', 'cmp_42'],
    ['roundwatch://company/a%2Fb%3Fc', 'a/b?c'],
    ['roundwatch://company/%C3%A9', 'é'],
  ])('%s names a company', (link, id) => {
    expect(companyIdFromLink(link)).toBe(id);
  });

  it.each([
    '',
    'roundwatch:',
    'roundwatch://',
    'roundwatch://company',
    'roundwatch://company/',
    'roundwatch:company/a',
    'roundwatch://company/a/b',
    'roundwatch://company/a?fetch=1',
    'roundwatch://company/a#x',
    'roundwatch://search/a',
    'roundwatch://user@company/a',
    'roundwatch://company:80/a',
    'https://company/a',
    'roundwatch://company/%',
    'roundwatch://company/%ff',
    'roundwatch://company/%00',
    'roundwatch://company/a%0Ab',
    'roundwatch://company/%E2%80%AEa',
    'roundwatch://company/..',
    'roundwatch://company/%2e',
    'roundwatch://company/%20',
    ' roundwatch://company/a',
    'roundwatch://company/a b',
    `roundwatch://company/${'a'.repeat(201)}`,
    `roundwatch://company/${'%61'.repeat(300)}`,
    'roundwatch://company/a\\b',
  ])('%j names no company', (link) => {
    expect(companyIdFromLink(link)).toBeNull();
  });

  it.each([
    ['roundwatch://find?q=polarvik.example', 'polarvik.example'],
    ['ROUNDWATCH://Find/?q=jonas.lie%40nordkurve.example', 'jonas.lie@nordkurve.example'],
    ['roundwatch://find?q=a+b@c.example', 'a+b@c.example'],
    [
      'roundwatch://find?q=https%3A%2F%2Flinkedin.com%2Fcompany%2Fx%3Fy%3D1%23z',
      'https://linkedin.com/company/x?y=1#z',
    ],
    ['roundwatch://find?q=Halden%20Grid%20', 'Halden Grid'],
  ])('%s looks for a text', (link, find) => {
    expect(targetOfLink(link)).toEqual({ companyId: null, find });
  });

  it.each([
    'roundwatch://find',
    'roundwatch://find?q=',
    'roundwatch://find?q=%20',
    'roundwatch://find?q=a&run=1',
    'roundwatch://find?q=a#b',
    'roundwatch://find?run=1&q=a',
    'roundwatch://find/a?q=b',
    'roundwatch://find?q=a%0Ab',
    'roundwatch://find?q=%E2%80%AEa',
    'roundwatch://find?q=%ff',
    'roundwatch://find?q=a b',
    'roundwatch://search?q=a',
    `roundwatch://find?q=${'a'.repeat(201)}`,
    `roundwatch://find?q=${'%61'.repeat(601)}`,
  ])('%j looks for nothing', (link) => {
    expect(targetOfLink(link)).toBeNull();
  });

  it('round-trips any valid id, and rejects every other text', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/\p{Cs}/u.test(text));
    fc.assert(
      fc.property(id, (text) => {
        const companyId = companyIdFromLink(`roundwatch://company/${encodeURIComponent(text)}`);
        const isUnsafe =
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) || text.trim() === '' || /^\.{1,2}$/.test(text);
        const isTooLong = encodeURIComponent(text).length > 600;
        expect(companyId).toBe(isUnsafe || isTooLong ? null : text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const companyId = companyIdFromLink(`roundwatch://company/${text}`) ?? companyIdFromLink(text) ?? 'a';
        expect(companyId.length).toBeLessThanOrEqual(200);
        expect(companyId).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('command line', () => {
  it('opens a company if it contains one link', () => {
    expect(companyIdOfArguments(['--flag', 'roundwatch://company/a'])).toBe('a');
    expect(companyIdOfArguments(['roundwatch://company/a', '--data-dir=/x'])).toBe('a');
  });
  it('opens no company without a link, with an invalid link or with two links', () => {
    expect(companyIdOfArguments([])).toBeNull();
    expect(companyIdOfArguments(['roundwatch://quit'])).toBeNull();
    expect(companyIdOfArguments(['roundwatch://company/a', 'roundwatch://company/b'])).toBeNull();
    expect(companyIdOfArguments(['--url=roundwatch://company/a'])).toBeNull();
  });
  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), (argv) => void companyIdOfArguments(argv)),
    );
  });
});

describe('deep link delivery', () => {
  function start(argv: readonly string[], isPackaged = true) {
    const events = new EventEmitter();
    const registered: string[] = [];
    const app = {
      isPackaged,
      on: events.on.bind(events),
      setAsDefaultProtocolClient: (scheme: string) => registered.push(scheme) > 0,
    };
    const links = bindDeepLinks(app as unknown as Parameters<typeof bindDeepLinks>[0], argv);
    const delivered: (string | null)[] = [];
    return {
      events,
      registered,
      links,
      delivered,
      listen: () => links.listen((target) => delivered.push(target?.companyId ?? null)),
    };
  }
  const openUrl = (events: EventEmitter, url: string): boolean => {
    let prevented = false;
    events.emit('open-url', { preventDefault: () => (prevented = true) }, url);
    return prevented;
  };

  it('delivers the link of the start once the window listens', () => {
    const { delivered, listen } = start(['roundwatch://company/a']);
    expect(delivered).toEqual([]);
    listen();
    expect(delivered).toEqual(['a']);
  });
  it('delivers only the newest of several links received before the window listens', () => {
    const { events, delivered, listen } = start([]);
    expect(openUrl(events, 'roundwatch://company/a')).toBe(true);
    expect(openUrl(events, 'roundwatch://company/b')).toBe(true);
    expect(openUrl(events, 'roundwatch://quit')).toBe(true);
    listen();
    expect(delivered).toEqual(['b']);
  });
  it('delivers the link of a second start, or null without one', () => {
    const { events, delivered, listen } = start([]);
    listen();
    events.emit('second-instance', {}, ['/app', 'roundwatch://company/a']);
    events.emit('second-instance', {}, ['/app']);
    expect(delivered).toEqual(['a', null]);
  });
  it('registers the scheme only for an installed app', () => {
    expect(start([]).registered).toEqual(['roundwatch']);
    expect(start([], false).registered).toEqual([]);
  });
});
