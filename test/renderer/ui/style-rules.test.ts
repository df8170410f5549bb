import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The selectors of all the renderer's CSS rules, each with its file. */
const rules = globSync('renderer/**/*.{css,svelte}').flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const sheets = file.endsWith('.css') ? [text] : [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)];
  return sheets.flatMap((sheet) =>
    [
      ...String(Array.isArray(sheet) ? sheet[1] : sheet)
        .replace(/\/\*[^]*?\*\//g, '')
        .matchAll(/([^{};]+)\{/g),
    ].map(([, selector = '']) => `${file}: ${selector.trim()}`),
  );
});
/** Matches sibling selectors without a class. Such selectors slow down every change to the page. */
const ANY_NEIGHBOUR = /[+~]\s*(?:\*|:(?!global|is|where)|\[)/;

test('no rule selects every sibling', () => {
  expect(rules.length).toBeGreaterThan(500);
  expect('.note > * + *').toMatch(ANY_NEIGHBOUR);
  expect(rules.filter((rule) => ANY_NEIGHBOUR.test(rule))).toEqual([]);
});

test('dates are typed as text or chosen in the app’s calendar, not in the browser’s date field', () => {
  const files = globSync('renderer/**/*.svelte').filter((file) =>
    /type="(?:date|datetime-local|month|time|week)"/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});

/** Returns the font family of each `@font-face` rule in a style sheet. */
const familiesIn = (sheet: string): string[] =>
  [...sheet.matchAll(/@font-face\s*\{[^}]*?font-family:\s*'([^']+)'/g)].map(([, family = '']) => family);

test('each font family has one file, because a partly loaded family delays the first view', () => {
  const families = globSync('renderer/**/*.css').flatMap((file) => familiesIn(readFileSync(file, 'utf8')));
  expect(families.length).toBeGreaterThan(1);
  expect(new Set(families).size).toBe(families.length);
  // `--font` lists these families before all system fonts.
  const [, list = ''] = /--font:\s*([^;]+);/.exec(readFileSync('renderer/ui/tokens.css', 'utf8')) ?? [];
  expect(
    list
      .split(',')
      .map((name) => name.trim().replaceAll("'", ''))
      .slice(0, families.length)
      .toSorted(),
  ).toEqual(families.toSorted());
});

/** Returns the relative luminance of a colour such as `#74747e` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const [, dark = ''] =
  /\[data-theme='dark'\] \{([^}]*)\}/.exec(readFileSync('renderer/ui/tokens.css', 'utf8')) ?? [];
const darkToken = (token: string): string => new RegExp(`--${token}:\\s*([^;]+);`).exec(dark)?.[1] ?? '';
/** Returns the contrast of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
/**
 * Returns the colour that is visible when the semi-transparent colour `text`, such as `rgb(0 0 0 / 0.6)`,
 * lies over the colour `behind`.
 */
function over(behind: string, text: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 0] =
    /rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/.exec(text)?.slice(1).map(Number) ?? [];
  const parts = [red, green, blue].map((part, at) => {
    const below = Number.parseInt(behind.slice(1 + at * 2, 3 + at * 2), 16);
    return Math.round(part * alpha + below * (1 - alpha))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

test('in the dark theme, the border of secondary buttons stands out from the background', () => {
  const border = /^var\(--(.+)\)$/.exec(darkToken('button-border'))?.[1] ?? 'button-border';
  for (const behind of ['bg', 'surface', 'sunken', 'info-tint'])
    expect(contrast(darkToken(border), darkToken(behind)), behind).toBeGreaterThanOrEqual(3);
});

test('in the dark theme, the edge of a dialog stands out from the dialog and from the page behind it', () => {
  const page = over(darkToken('bg'), darkToken('scrim'));
  const edge = over(page, darkToken('shadow-modal'));
  for (const beside of [page, darkToken('surface')])
    expect(contrast(edge, beside)).toBeGreaterThanOrEqual(1.75);
});
