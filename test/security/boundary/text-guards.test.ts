import { expect, it } from 'vitest';
import { plainText as inMail } from '../../../electron/core/links/mail-link.ts';
import { plainText as inNotification } from '../../../electron/core/notifications/plain-text.ts';
import { asMarkup } from '../../../electron/shells/electron/notifier.ts';
import { safeBlock, safeLine, safeName } from '../../../renderer/lib/safe-text.ts';
import { hostileText } from '../../support/generators/hostile-text.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Goal X1 of `npm run security`: text on screens, in titles and notifications, and on the clipboard contains
 * no control characters and no bidirectional overrides.
 */

const TEXTS = IS_FULL ? 250_000 : 5_000;
const REORDERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Control characters except tab and line feed, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- the test searches for control characters
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Cs}/u;

type Guard = (text: string) => string;
const guards: Readonly<Record<string, Guard>> = {
  'a line of a screen, a title': (text) => safeLine(text),
  'a paragraph of a screen': (text) => safeBlock(text),
  'a name': safeName,
  'a notification': (text) => asMarkup(inNotification(text)),
  'the clipboard': inMail,
};
const MARKUP = /<|>|&(?!(?:amp|lt|gt);)/;

/** Returns how many of `count` hostile strings contain unsafe characters even after the guard. */
function countUnsafe(name: string, guard: Guard, count: number): number {
  let wrong = 0;
  for (let at = 0; at < count; at += 1) {
    const text = guard(hostileText(at, { baitUrl: 'http://127.0.0.1:9/' }));
    const isLong = name === 'a notification' && [...text].length > 60 * 5;
    const isMarkup = name === 'a notification' && MARKUP.test(text);
    if (REORDERS.test(text) || CONTROLS.test(text) || isLong || isMarkup) wrong += 1;
  }
  return wrong;
}

it(
  `removes control and reordering characters from ${number(TEXTS)} hostile texts`,
  { timeout: 240_000 },
  () => {
    const wrong = Object.entries(guards).map(([name, guard]) => ({
      name,
      wrong: countUnsafe(name, guard, TEXTS),
    }));
    const total = wrong.reduce((sum, each) => sum + each.wrong, 0);
    reportFigure(
      `X1 ${number(TEXTS)} hostile texts into titles, notifications, clipboard and messages: ${total} passed`,
    );
    measure('X1', {
      tried: `${number(TEXTS)} at titles, notifications and the clipboard`,
      violations: `${total} passed`,
    });
    expect(wrong.filter((each) => each.wrong > 0)).toEqual([]);
  },
);

it('finds a planted guard that changes nothing', () => {
  const caught = Object.keys(guards).filter((name) => countUnsafe(name, (text) => text, 500) > 0).length;
  measure('X1', { planted: { caught, of: Object.keys(guards).length } });
  expect(caught).toBe(Object.keys(guards).length);
});
