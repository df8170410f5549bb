import { expect, test } from 'vitest';
import { tagsInNote } from '../../../../renderer/features/company/user-data/note-tags/tags-in-note.ts';

test('a word that begins with # can become a tag, unless the company already has the tag', () => {
  const note = 'Talked about a #pilot (#Q3-budget) and #größe, then #Pilot again.';
  expect(tagsInNote(note, [])).toEqual(['pilot', 'Q3-budget', 'größe']);
  expect(tagsInNote(note, ['PILOT', 'größe'])).toEqual(['Q3-budget']);
});

test('headings, numbers, web addresses and code contain no tags', () => {
  expect(tagsInNote('# Plan\n#1 of #23, C# and C#m\nhttps://a.example/page#part', [])).toEqual([]);
  expect(tagsInNote('`#include` and\n```\n#define\n```\n#x', [])).toEqual([]);
});

test('a tag keeps its combining marks, and a word that is too long for a tag is not cut', () => {
  expect(tagsInNote('#हिन्दी and #cafe\u0301-deal', [])).toEqual(['हिन्दी', 'cafe\u0301-deal']);
  expect(tagsInNote(`#${'a'.repeat(90)}`, [])).toEqual([]);
});
