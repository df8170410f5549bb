import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, num, run } from '../../../../electron/core/database/sql.ts';
import { addTokens, matchingDocs } from '../../../../electron/core/database/queries/cache/search-index.ts';
import {
  documentOf,
  documentTokens,
  holds,
  indexQuery,
  letterOf,
  lettersOf,
  typedWords,
} from '../../../../electron/core/library/index/tokenize.ts';
import { findWords } from '../../../../electron/core/library/index/find-words.ts';
import {
  addNamed,
  createWordTable,
  putDocument,
} from '../../../../electron/core/library/index/word-index.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';
import { memoryCache } from '../../../support/app/library-fixtures.ts';
import { referenceWords } from './reference-search.ts';

const EMPTY = documentOf([], []);

describe('typed words', () => {
  it.each([
    ['Zürich  GmbH', ['zurich', 'gmbh']],
    ['C++ c# .NET a+b', ['c++', 'c#', 'net', 'a+', 'b']],
    ['"NEAR(a b)" AND tokens:x* -y ^z', ['near', 'a', 'b', 'and', 'tokens', 'x', 'y', 'z']],
    ['東京大学AIラボ', ['東京大学', 'ai', 'ラホ']],
    ['🚀🇪🇸 👍🏽', ['🚀', '🇪🇸', '👍']],
    ['a a A', ['a']],
    ['東京# 𠀀＃b', ['東京', '#', '𠀀', 'b']],
    ['100% — …', ['100']],
    ['"', []],
    [`${'x'.repeat(300)} y`, ['x'.repeat(64), 'y']],
    ['一二三四五六七八九十', ['一二三四五六七八', '二三四五六七八九', '三四五六七八九十']],
  ])('%j', (typed, words) => expect(typedWords(typed)).toEqual(words));
});

describe('first letters of a document', () => {
  const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  it.each(CHARACTERS)('contain only %j for a document of one word that begins with it', (character) => {
    const at = letterOf(character);
    expect(at).not.toBeNull();
    expect(lettersOf(documentOf([`${character}x`], []))).toBe(2 ** (at ?? NaN));
    expect(lettersOf(documentOf([], [`${character}x`]))).toBe(2 ** (at ?? NaN));
  });
  it('have a bit of their own for each letter and digit', () =>
    expect(new Set(CHARACTERS.map(letterOf)).size).toBe(36));
});

describe('document', () => {
  const document = documentOf(['DataRobot Ω東京大学院'], ['we sell bots to Łódź 研究所', 'C++ 🚀']);
  it.each([
    ['datar', true],
    ['robot', true],
    ['obo', true],
    ['ob', false],
    ['bot', true],
    ['ell', false],
    ['京大', true],
    ['究所', true],
    ['大京', false],
    ['c+', true],
    ['c++', true],
    ['🚀', true],
    ['lodz', true],
    ['d', true],
    ['o', false],
  ])('contains %j: %j', (word, found) => expect(holds(document, word)).toBe(found));

  it('is found by file and memory together only if it contains every word', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'DataRobot',
        'chatbot',
        'bots',
        '東京大学',
        '大学院',
        '京',
        'ab',
        'abc',
        'abcd',
        'x'.repeat(70),
      ),
      fc.constantFrom(
        'C++',
        'c',
        '7',
        '7up',
        '🇪🇸',
        '🇸🇪',
        '🚀',
        'ไทย',
        '한국어',
        '𐌰𐌱𐌲abc',
        'é',
        '²',
        '¹bc',
        '³abc',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const texts = fc.array(
      fc.array(piece, { maxLength: 3 }).map((all) => all.join('')),
      { maxLength: 3 },
    );
    const part = fc
      .tuple(piece, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 6 }))
      .map(([of, from, length]) => [...of].slice(from, from + length).join(''));
    fc.assert(
      fc.property(
        fc.array(fc.record({ names: texts, others: texts }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.oneof(piece, part), { minLength: 1, maxLength: 3 }),
        fc.func(fc.boolean()),
        (library, typed, inFile: (slot: number) => boolean) => {
          const db = memoryCache();
          const documents = library.map(({ names, others }) => documentOf(names, others));
          const memory = createWordTable();
          documents.forEach((each, slot) => {
            const { named, all: tokens } = documentTokens(each);
            // Each document is stored either in memory or in the file. For a document in the file, the memory
            // contains only its names.
            if (!inFile(slot)) return putDocument(memory, slot, each);
            addTokens(db, slot + 1, [...tokens].join(' '));
            for (const word of named) addNamed(memory, word, slot, 0);
          });
          const ofFile = (word: string): Uint32Array => {
            const at = letterOf(word);
            if (at === null) return matchingDocs(db, indexQuery(word)).map((doc) => doc - 1);
            const has = (slot: number): boolean =>
              Math.floor(lettersOf(documents[slot] ?? EMPTY) / 2 ** at) % 2 === 1;
            return Uint32Array.from(documents.keys()).filter((slot) => inFile(slot) && has(slot));
          };
          const words = typedWords(typed.join(' '));
          if (words.length === 0) return;
          const found = [...findWords(memory, words, documents.length, ofFile)].sort();
          const wanted = [...documents.keys()].filter((slot) =>
            words.every((word) => holds(documents[slot] ?? EMPTY, word)),
          );
          expect(found).toEqual(wanted);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('is split into the same words as by scanning its characters', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 30 }),
      // The product splits ASCII text with faster code, so ASCII text is generated separately.
      fc.string({ unit: 'binary-ascii', maxLength: 150 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const { words } = documentOf([], [text]);
        const expected = [
          ...new Set(referenceWords(text).map((word) => (word.length > 64 ? word.slice(0, 64) : word))),
        ];
        expect(words.split(' ').filter((word) => word !== '')).toEqual(expected);
      }),
      { numRuns: 800 },
    );
  });
});

it('no text can end a query or extend it', () => {
  const db = memoryCache();
  addTokens(db, 1, [...documentTokens(documentOf(['alpha'], [])).all].join(' '));
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '"',
          "'",
          '*',
          '^',
          ':',
          '(',
          ')',
          'NEAR',
          'OR',
          'NOT',
          '\\',
          '\u0000',
          '-',
          '+',
          'tokens',
          ' ',
          'zz',
        ),
        {
          maxLength: 12,
        },
      ),
      (parts) => {
        for (const word of typedWords(parts.join('')))
          if (word !== 'a') expect([...matchingDocs(db, indexQuery(word))]).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
  run(db, "INSERT INTO search_words (search_words) VALUES ('integrity-check')");
  expect(all(db, 'SELECT count(*) AS n FROM search_doc').map((row) => num(row, 'n'))).toEqual([0]);
});
