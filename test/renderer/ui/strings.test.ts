import { expect, test } from 'vitest';

const words = import.meta.glob('/renderer/**/*strings.ts', { eager: true });

function* texts(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* texts(each, `${path}.${key}`);
}
/** The paths of the strings that the tests skip: an example event, an example message and an empty string. */
const EXEMPT = /\.signals\.paste\.placeholder$|\.templates\.example\.body$|\.receiver\.states\.listening$/;
const all = [...texts(words, 'words')].filter(([path]) => !EXEMPT.test(path));

test('uses no exclamation marks, apologies or straight quotes', () => {
  for (const [path, text] of all)
    expect(text, path).not.toMatch(/!|\boops\b|\bsorry\b|\bplease\b|["']|\.\.\./i);
});

test('no text is empty or has stray spaces', () => {
  for (const [path, text] of all) {
    expect(text, path).not.toBe('');
    expect(text, path).toBe(text.trim());
  }
});
