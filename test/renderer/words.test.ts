import { expect, test } from 'vitest';
import * as words from '../../renderer/lib/words.ts';

function* texts(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* texts(each, `${path}.${key}`);
}
const all = [...texts(words, 'words')];

test('calm and plain: no exclamation, no excuse, no straight quotes', () => {
  for (const [path, text] of all)
    expect(text, path).not.toMatch(/!|\boops\b|\bsorry\b|\bplease\b|["']|\.\.\./i);
});

test('no words are missing or have stray spaces', () => {
  for (const [path, text] of all) {
    expect(text, path).not.toBe('');
    expect(text, path).toBe(text.trim());
  }
});
