import { bitOf, lettersAt, type Term, type TermNode, type TermTable } from './term-table.ts';

/*
 * Finds the meaning of words that the tables do not contain: feminine and inflected forms, and German and
 * Dutch compounds. Used only if the word itself is unknown.
 */

const FORM_LENGTH_MIN = 6;
const COMPOUND_LENGTH_MIN = 7;
/** The longest compounds in titles have about 35 letters. */
const COMPOUND_LENGTH_MAX = 40;
const STEM_LENGTH_MIN = 6;
const HEAD_LENGTH_MIN = 6;
const SHORT_HEADS = new Set(['chef', 'hoofd']);
const EXECUTIVE = bitOf('executive');
/** Letters that link the parts of a compound. */
const LINKS = ['s', 'en', 'n', 'es', 'e'];

/**
 * Endings of inflected words, by their last letter. To find the listed form of a word, `ending` is replaced
 * with each of the endings in `listed`.
 */
const ENDINGS: Readonly<Record<string, readonly (readonly [ending: string, listed: readonly string[]])[]>> = {
  n: [
    ['innen', ['', 'e']],
    ['in', ['']],
    ['en', ['']],
  ],
  e: [
    ['trice', ['teur', 'tore', 'tor']],
    ['euse', ['eur']],
    ['ienne', ['ien']],
    ['iere', ['ier']],
    ['e', ['']],
  ],
  a: [['a', ['o', '', 'e']]],
  r: [['er', ['']]],
  s: [['es', ['']]],
};

/** Returns the forms of a word that the tables may contain, starting with the word itself. */
function formsOf(word: string): string[] {
  const forms = [word];
  if (word.length < FORM_LENGTH_MIN) return forms;
  for (const [ending, listed] of ENDINGS[word.slice(-1)] ?? []) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    for (const each of listed) forms.push(stem + each);
  }
  return forms;
}

/** Returns the entry of another form of the word, such as its masculine form. */
export function findOtherForm(root: ReadonlyMap<string, TermNode>, word: string): TermNode | undefined {
  for (const form of formsOf(word)) {
    const node = form === word ? undefined : root.get(form);
    if (node !== undefined) return node;
  }
  // A final "s" may link the parts of a compound ("Vertriebs-"), so it is removed. It is not removed from
  // words that state a seniority, because a plural such as "CEOs" does not describe the person.
  const node = word.endsWith('s') ? root.get(word.slice(0, -1)) : undefined;
  return node?.term?.rank === 0 ? node : undefined;
}

/**
 * Returns the meaning of a compound such as "Vertriebsleiterin" or "verkoopmedewerker"; null if it is
 * unknown.
 */
export function readCompound(table: TermTable, word: string): Term | null {
  if (word.length < COMPOUND_LENGTH_MIN || word.length > COMPOUND_LENGTH_MAX) return null;
  let head: Term | null = null;
  const forms = formsOf(word);
  for (let at = 2; at <= word.length - 4; at += 1) {
    const found = readHead(table, forms, at);
    if (found === null) continue;
    const first = readStem(table, word.slice(0, at));
    if (first !== null) return combine(first, found);
    const suffix = word.slice(at);
    if (found.rank > 0 && (suffix.length >= HEAD_LENGTH_MIN || SHORT_HEADS.has(suffix))) head ??= found;
  }
  const stem = findStem(table, word);
  if (head === null || stem === null) return head ?? stem;
  return combine(stem, head);
}

/**
 * Returns the term for the second part of a compound, which begins at `at`. Tries all forms of the compound.
 */
function readHead({ beginnings, root }: TermTable, forms: readonly string[], at: number): Term | null {
  for (const form of forms) {
    if (!beginnings.has(lettersAt(form, at))) continue;
    const found = root.get(form.slice(at))?.term ?? null;
    if (found !== null) return found;
  }
  return null;
}

/** Reads the first part of a compound, with or without the letters that link it to the second. */
function readStem({ root }: TermTable, stem: string): Term | null {
  const direct = root.get(stem)?.term ?? null;
  if (direct !== null) return direct;
  for (const link of LINKS) {
    if (!stem.endsWith(link)) continue;
    const part = stem.slice(0, -link.length);
    const found = root.get(part)?.term ?? root.get(`${part}en`)?.term ?? null;
    if (found !== null) return found;
  }
  return root.get(`${stem}e`)?.term ?? root.get(`${stem}en`)?.term ?? null;
}

/** Finds the first known part of a compound with three or more parts, such as "Gebietsverkaufsleiter". */
function findStem({ beginnings, stems }: TermTable, word: string): Term | null {
  for (let at = 0; at <= word.length - STEM_LENGTH_MIN; at += 1) {
    if (at > 0 && (at < 3 || !beginnings.has(lettersAt(word, at)))) continue;
    for (let end = word.length; end >= at + STEM_LENGTH_MIN; end -= 1) {
      const found = stems.get(word.slice(at, end));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/**
 * Combines the two parts of a compound. A seniority in the second part replaces the seniority of the first
 * part. In that case, the first part no longer counts as an executive: an executive's assistant is not an
 * executive.
 */
function combine(first: Term, second: Term): Term {
  const before = second.rank > 0 ? first.departments & ~EXECUTIVE : first.departments;
  const strength = before === 0 ? 0 : first.strength;
  const departments =
    strength === second.strength || second.departments === EXECUTIVE
      ? before | second.departments
      : strength > second.strength
        ? before
        : second.departments;
  return {
    departments,
    strength: Math.max(strength, second.strength),
    rank: second.rank > 0 ? second.rank : first.rank,
    effect: second.effect ?? first.effect,
  };
}
