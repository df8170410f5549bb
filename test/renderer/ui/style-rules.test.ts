import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every rule of the renderer, without comments. */
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
/** A sibling selector without a class: every change of the page would restyle all siblings of the changed element. */
const ANY_NEIGHBOUR = /[+~]\s*(?:\*|:(?!global|is|where)|\[)/;

test('no rule selects every sibling', () => {
  expect(rules.length).toBeGreaterThan(500);
  expect('.note > * + *').toMatch(ANY_NEIGHBOUR);
  expect(rules.filter((rule) => ANY_NEIGHBOUR.test(rule))).toEqual([]);
});

/** The family of each font file in a style sheet. */
const familiesIn = (sheet: string): string[] =>
  [...sheet.matchAll(/@font-face\s*\{[^}]*?font-family:\s*'([^']+)'/g)].map(([, family = '']) => family);

test('each font family has one file, because a partly loaded family delays the first view', () => {
  const families = globSync('renderer/**/*.css').flatMap((file) => familiesIn(readFileSync(file, 'utf8')));
  expect(families.length).toBeGreaterThan(1);
  expect(new Set(families).size).toBe(families.length);
  // --font lists all of them, before any font of the system.
  const [, list = ''] = /--font:\s*([^;]+);/.exec(readFileSync('renderer/ui/tokens.css', 'utf8')) ?? [];
  expect(
    list
      .split(',')
      .map((name) => name.trim().replaceAll("'", ''))
      .slice(0, families.length)
      .toSorted(),
  ).toEqual(families.toSorted());
});
