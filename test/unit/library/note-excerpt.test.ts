import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedWords } from '../../../electron/core/library/index/tokenize.ts';
import { noteExcerpt } from '../../../electron/core/library/note-excerpt.ts';
import { NOTE_EXCERPT_MAX } from '../../../shared/model/limits.ts';

const excerpt = (body: string, typed: string): string | null => noteExcerpt(body, typedWords(typed));

describe('excerpt of a note', () => {
  it('shows the words around the match, on one line and without Markdown', () => {
    expect(excerpt('# Call\n\nThey asked about **zebra** pricing\tfor 2027.', 'zebra')).toBe(
      'They asked about zebra pricing for 2027.',
    );
    expect(excerpt('> `Zebra` [pricing](https://a.example) soon', 'pric')).toBe('Zebra pricing soon');
  });

  it('takes the line that contains most of the words', () => {
    const body = 'zebra crossing\nno match here\nnew pricing for the zebra plan';
    expect(excerpt(body, 'zebra pricing')).toBe('new pricing for the zebra plan');
  });

  it('begins shortly before the match in a long line', () => {
    const text = excerpt(`${'early '.repeat(40)}zebra ${'later '.repeat(40)}`, 'zebra') ?? '';
    expect(text).toMatch(/^…(early )+zebra (later )+.*…$/);
    expect(text.length).toBe(NOTE_EXCERPT_MAX);
  });

  it('finds words as the search does: by their beginning, without accents, and anywhere in Chinese text', () => {
    expect(excerpt('Über die Zébra-Preise', 'zebra')).toBe('Über die Zébra-Preise');
    expect(excerpt('a subzebra', 'zebra')).toBeNull();
    expect(excerpt('我们在北京见面', '北京')).toBe('我们在北京见面');
  });

  it('is at most as long as a row may show, whatever the note contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const found = excerpt(`${text} zebra${text}`, 'zebra') ?? '';
        expect(found.length).toBeLessThanOrEqual(NOTE_EXCERPT_MAX);
        expect(found).not.toMatch(/[\n\r]/);
      }),
    );
  });
});
