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
