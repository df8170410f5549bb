import type { LibraryRow } from '../../../shared/model/company.ts';
import { NOTE_EXCERPT_MAX } from '../../../shared/model/limits.ts';
import { noteBodies } from '../database/queries/yours/searchable-user-data.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { typedWords } from './index/tokenize.ts';

/** Maximum number of characters shown before the first match. */
const BEFORE_MAX = 30;
/**
 * Maximum number of characters of a note that are searched. Up to 50 notes are searched at once, so only the
 * beginning of a long note is searched.
 */
const SEARCHED_MAX = 20_000;
/** A Markdown link. The lengths are limited, so a hostile note cannot make the search slow. */
const LINKS = /\[([^\]]{0,200})\]\([^)]{0,500}\)/g;
/** Markdown at the edges of a word, such as `**` and `#`. */
const EDGES = /^[#>*_`~[\]|]+|[*_`~[\]|]+$/g;

/**
 * Returns an excerpt of a note as plain text on one line; null if the searched part of the note contains no
 * typed word. The excerpt surrounds the first match in the line that contains the most typed words.
 *
 * @param words folded words, as returned by `typedWords`
 */
export function noteExcerpt(body: string, words: readonly string[]): string | null {
  const holdsWord = words.map(createWordTest);
  const wordsIn = (folded: string): number => holdsWord.filter((holds) => holds(folded)).length;
  let best = { line: '', count: 0 };
  for (const line of clip(body, SEARCHED_MAX).split('\n')) {
    const count = wordsIn(fold(line));
    if (count > best.count) best = { line, count };
  }
  const pieces = best.line
    .replaceAll(LINKS, '$1')
    .split(/\s+/)
    .flatMap((piece) => {
      const shown = piece.replaceAll(EDGES, '');
      return shown === '' ? [] : [shown];
    });
  const at = pieces.findIndex((piece) => wordsIn(fold(piece)) > 0);
  return at === -1 ? null : around(pieces, at);
}

/**
 * Returns a function that checks whether folded text contains the typed word. A word that begins with a Latin
 * letter or a digit must be the beginning of a word in the text. Other words, such as emoji or words in
 * scripts without spaces, may occur anywhere.
 */
function createWordTest(word: string): (folded: string) => boolean {
  if (!/^[a-z\d]/.test(word)) return (folded) => folded.includes(word);
  return (folded) => {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return true;
    return false;
  };
}

/** Joins the pieces around a match. Omitted text is replaced with an ellipsis. */
function around(pieces: readonly string[], at: number): string {
  let first = at;
  let room = BEFORE_MAX;
  while (first > 0 && (pieces[first - 1]?.length ?? 0) < room) {
    first -= 1;
    room -= (pieces[first]?.length ?? 0) + 1;
  }
  const text = `${first > 0 ? '…' : ''}${pieces.slice(first).join(' ')}`;
  return text.length <= NOTE_EXCERPT_MAX ? text : `${clip(text, NOTE_EXCERPT_MAX - 1)}…`;
}

/** Adds an excerpt of the note to each row that was found by its note. */
export function withExcerpts(yours: ReadDb, rows: readonly LibraryRow[], text: string): LibraryRow[] {
  const ids = rows.flatMap(({ companyId, matched }) => (matched === 'note' ? [companyId] : []));
  if (ids.length === 0) return [...rows];
  const words = typedWords(text);
  const bodies = new Map(noteBodies(yours, ids).map(({ companyId, body }) => [companyId, body]));
  return rows.map((row) => {
    const body = row.matched === 'note' ? bodies.get(row.companyId) : undefined;
    const excerpt = body === undefined ? null : noteExcerpt(body, words);
    return excerpt === null ? row : { ...row, excerpt };
  });
}
