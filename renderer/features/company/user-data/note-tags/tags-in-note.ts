/** Code may contain words such as `#include`, which are not meant as tags. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
/**
 * A word such as `#pilot`. Combining marks belong to words in many scripts. A longer word than a tag can be does
 * not match. The part of a web address after `#` does not match, because no space precedes it.
 */
const TAG_WORD = /(?<![^\s(])#([\p{L}\p{M}\p{N}_-]{2,80})(?![\p{L}\p{M}\p{N}_-])/gu;
const HAS_LETTER = /\p{L}/u;

/**
 * Returns the words of a note that begin with `#` and could be tags of the company, in the order of the note.
 * Words such as `#2` are omitted.
 *
 * @param tags the names of the company's tags, which are omitted too
 */
export function tagsInNote(body: string, tags: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const [, word = ''] of body.replace(CODE, ' ').matchAll(TAG_WORD)) {
    const name = word.replace(/[-_]+$/, '');
    const key = name.toLowerCase();
    if (HAS_LETTER.test(name) && !found.has(key)) found.set(key, name);
  }
  for (const tag of tags) found.delete(tag.toLowerCase());
  return [...found.values()];
}
