import { describe, expect, it } from 'vitest';
import { areSimilar, similarPrefix } from '../../../../electron/core/library/investors/similar-names.ts';

describe('names of the same investor', () => {
  it.each([
    ['Ninepin Capital', 'ninepin capital partners'],
    ['Ninepin Capital', 'Ninepin'],
    ['Ninepin', 'Ninepin Ventures'],
    ['The Ninepin Fund', 'Ninepin Fund II'],
    ['Ninepin GmbH & Co. KG', 'NINEPIN'],
    ['Y-Combinator', 'Y Combinator'],
    ['Öresund Kapital AB', 'oresund kapital'],
    ['Nine Pin', 'Ninepin'],
  ])('%s is suggested for %s', (a, b) => {
    expect([areSimilar(a, b), areSimilar(b, a)]).toEqual([true, true]);
    // The search finds candidates by a prefix of one name, so a word of the other name must begin with that
    // prefix.
    const words = b
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .split(/[^\p{L}\p{N}]+/u);
    expect(words.some((word) => word.startsWith(similarPrefix(a)))).toBe(true);
  });

  it.each([
    ['Ninepin Capital', 'Ninepin Ventures'],
    ['Ninepin Capital', 'Tarn Capital'],
    ['Capital', 'Capital Partners'],
    ['Ninepin', 'Ninepin India'],
    ['Ninepin', 'Ninepines'],
    ['', ''],
    ['&', '+'],
    ['ab', 'ab ventures'],
  ])('%s is not suggested for %s', (a, b) => {
    expect([areSimilar(a, b), areSimilar(b, a)]).toEqual([false, false]);
  });
});
