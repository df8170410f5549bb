import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  companyIdFromArguments,
  companyIdFromLink,
} from '../../../../electron/shells/electron/parse-deep-link.ts';
import { bindDeepLinks } from '../../../../electron/shells/electron/deep-links.ts';
import { anyCharacter } from '../../../support/any-character.ts';

describe('a link into the app', () => {
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
  ])('%j does not', (link) => {
    expect(companyIdFromLink(link)).toBeNull();
  });

  it('is read back whatever the id is, and anything else is nothing', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/\p{Cs}/u.test(text));
    fc.assert(
      fc.property(id, (text) => {
        const told = companyIdFromLink(`roundwatch://company/${encodeURIComponent(text)}`);
        const isOdd =
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) || text.trim() === '' || /^\.{1,2}$/.test(text);
        const isLong = encodeURIComponent(text).length > 600;
        expect(told).toBe(isOdd || isLong ? null : text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const told = companyIdFromLink(`roundwatch://company/${text}`) ?? companyIdFromLink(text) ?? 'a';
        expect(told.length).toBeLessThanOrEqual(200);
        expect(told).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a command line', () => {
  it('asks for a company where one link stands on it', () => {
    expect(companyIdFromArguments(['--flag', 'roundwatch://company/a'])).toBe('a');
    expect(companyIdFromArguments(['roundwatch://company/a', '--data-dir=/x'])).toBe('a');
  });
  it('asks for none without a link, with a wrong one, or with two', () => {
    expect(companyIdFromArguments([])).toBeNull();
    expect(companyIdFromArguments(['roundwatch://quit'])).toBeNull();
    expect(companyIdFromArguments(['roundwatch://company/a', 'roundwatch://company/b'])).toBeNull();
    expect(companyIdFromArguments(['--url=roundwatch://company/a'])).toBeNull();
  });
  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), (argv) => void companyIdFromArguments(argv)),
    );
  });
});

describe('links on their way', () => {
  function start(argv: readonly string[], isPackaged = true) {
    const events = new EventEmitter();
    const registered: string[] = [];
    const app = {
      isPackaged,
      on: events.on.bind(events),
      setAsDefaultProtocolClient: (scheme: string) => registered.push(scheme) > 0,
    };
    // The product uses only these members of Electron's class.
    const links = bindDeepLinks(app as unknown as Parameters<typeof bindDeepLinks>[0], argv);
    const heard: (string | null)[] = [];
    return { events, registered, links, heard, listen: () => links.listen((id) => heard.push(id)) };
  }
  const openUrl = (events: EventEmitter, url: string): boolean => {
    let prevented = false;
    events.emit('open-url', { preventDefault: () => (prevented = true) }, url);
    return prevented;
  };

  it('the one at the start waits for the window', () => {
    const { heard, listen } = start(['roundwatch://company/a']);
    expect(heard).toEqual([]);
    listen();
    expect(heard).toEqual(['a']);
  });
  it('what the system tells before the app is ready waits too; the newest counts', () => {
    const { events, heard, listen } = start([]);
    expect(openUrl(events, 'roundwatch://company/a')).toBe(true);
    expect(openUrl(events, 'roundwatch://company/b')).toBe(true);
    expect(openUrl(events, 'roundwatch://quit')).toBe(true);
    listen();
    expect(heard).toEqual(['b']);
  });
  it('a second start hands its link over, and is heard without one', () => {
    const { events, heard, listen } = start([]);
    listen();
    events.emit('second-instance', {}, ['/app', 'roundwatch://company/a']);
    events.emit('second-instance', {}, ['/app']);
    expect(heard).toEqual(['a', null]);
  });
  it('only an installed app becomes the system’s answer to such links', () => {
    expect(start([]).registered).toEqual(['roundwatch']);
    expect(start([], false).registered).toEqual([]);
  });
});
