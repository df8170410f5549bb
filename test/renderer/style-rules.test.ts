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
/** A neighbour that may be anything: whatever comes or goes anywhere then has everything beside it styled anew. */
const ANY_NEIGHBOUR = /[+~]\s*(?:\*|:(?!global|is|where)|\[)/;

test('no rule names every neighbour', () => {
  expect(rules.length).toBeGreaterThan(500);
  expect('.note > * + *').toMatch(ANY_NEIGHBOUR);
  expect(rules.filter((rule) => ANY_NEIGHBOUR.test(rule))).toEqual([]);
});
