import { fold } from '../../../../shared/fold-diacritics.ts';
import type { LibraryQuestion } from '../../../../electron/core/library/index/library-search.ts';
import { fitRangeOf } from '../../../../shared/model/library-values.ts';
import type { LibraryFilters } from '../../../../shared/model/library.ts';
import type { ReferenceCompany } from './reference-companies.ts';

/* A simple reference implementation of the library search: matching, filtering, counting and sorting. */

const DAY_MS = 86_400_000;

const isLetter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);
const isUnspaced = (character: string): boolean =>
  isLetter(character) &&
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u.test(
    character,
  );

/** Splits text into folded words. */
export function referenceWords(of: string): string[] {
  const words: string[] = [];
  const characters = [...fold(of)];
  let word = '';
  const end = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1] ?? '';
    if (/^\p{RI}$/u.test(character)) {
      end();
      if (!/^\p{RI}$/u.test(next)) continue;
      words.push(character + next);
      at += 1;
    } else if (isLetter(character)) {
      const isOther = word !== '' && isUnspaced(character) !== isUnspaced([...word][0] ?? '');
      if (isOther || /[+#]$/.test(word)) end();
      word += character;
    } else if (/^[+#]$/.test(character) && word !== '') {
      // If the word before `+` or `#` is in a script without spaces, the character begins a new word.
      if (isRun(word)) end();
      word += character;
    } else {
      end();
      if (/^\p{Extended_Pictographic}$/u.test(character)) words.push(character);
    }
  }
  end();
  return words;
}

const isRun = (word: string): boolean => isUnspaced([...word][0] ?? '');

function isIn(texts: readonly string[], names: readonly string[], typed: string): boolean {
  const words = [...texts, ...names].flatMap(referenceWords);
  if (isRun(typed)) {
    const runs = words.filter(isRun);
    const characters = [...typed];
    if (characters.length <= 8) return runs.some((run) => run.includes(typed));
    return characters
      .slice(0, characters.length - 7)
      .every((_, at) => runs.some((run) => run.includes(characters.slice(at, at + 8).join(''))));
  }
  const cut = typed.slice(0, 64);
  if (words.some((word) => word.slice(0, 64).startsWith(cut))) return true;
  const isInner = cut.length >= 3 && cut.length <= 16 && !/[\ud800-\udfff]/.test(cut);
  return isInner && names.flatMap(referenceWords).some((word) => word.slice(0, 64).includes(cut));
}

type MatchedBy = 'company' | 'tag' | 'note';

/**
 * Returns `company` if the company's texts contain all words. Otherwise, also searches the tags and then the
 * note, and returns `tag` or `note` once all words are found. Returns null if a word is in none of these
 * texts.
 */
function matchOf(company: ReferenceCompany, words: readonly string[]): MatchedBy | null {
  const note = company.noteText === null ? [] : [company.noteText];
  const finds = (texts: readonly string[]): boolean =>
    words.every((word) => isIn(texts, company.nameTexts, word));
  if (finds(company.otherTexts)) return 'company';
  const own = [...company.otherTexts, ...company.tagTexts];
  if (finds(own)) return 'tag';
  return finds([...own, ...note]) ? 'note' : null;
}

/**
 * Splits a typed word into the parts that are looked up in the index. Only a long word in a script without
 * spaces has several parts.
 */
function partsOf(word: string): string[] {
  const characters = [...word];
  if (!isRun(word) || characters.length <= 8) return [word];
  return characters.slice(0, characters.length - 7).map((_, at) => characters.slice(at, at + 8).join(''));
}

/**
 * Returns whether the company matches only because of a contact: at least one word occurs only in contacts,
 * and every such word has at least three characters.
 */
function isFoundByContact(company: ReferenceCompany, words: readonly string[]): boolean {
  const { otherTexts, tagTexts, noteText, nameTexts, peopleTexts } = company;
  const others = [...otherTexts, ...tagTexts, ...(noteText === null ? [] : [noteText])];
  const missing = words.flatMap(partsOf).filter((word) => !isIn(others, nameTexts, word));
  return missing.length > 0 && missing.every((word) => [...word].length >= 3 && isIn(peopleTexts, [], word));
}

/**
 * Returns the values of the freshness filter that match a company whose data was fetched at `fetchedAtMs`.
 */
export function freshnessOf(fetchedAtMs: number, nowMs: number): readonly string[] {
  const ageDays = (nowMs - fetchedAtMs) / DAY_MS;
  const periods = Object.entries({ day: 1, week: 7, month: 30 }).filter(([, days]) => ageDays <= days);
  return periods.length === 0 ? ['older'] : periods.map(([period]) => period);
}

type Test = (company: ReferenceCompany) => boolean;
const among = (
  selected: readonly string[],
  of: (company: ReferenceCompany) => readonly (string | null)[],
): Test => {
  const wanted = new Set(selected.map(fold));
  return (company) =>
    selected.length === 0 || of(company).some((each) => each !== null && wanted.has(fold(each)));
};
/** Returns the filter values that match a company's status. A company without a status matches `none`. */
export const statusChoicesOf = ({ statuses }: ReferenceCompany): readonly string[] =>
  statuses.length === 0 ? ['none'] : statuses;
const yes =
  (selected: boolean | null, of: Test): Test =>
  (company) =>
    selected === null || of(company) === selected;

export function testsOf(selected: LibraryFilters, nowMs: number): Record<keyof LibraryFilters, Test> {
  return {
    countries: among(selected.countries, ({ country }) => [country]),
    stages: among(selected.stages, ({ stage }) => [stage]),
    industries: among(selected.industries, ({ industries }) => industries),
    tags: among(selected.tags, ({ tags }) => tags),
    // If a selected investor was merged into another investor, the filter matches that other investor.
    investors: (company) => among(selected.investors.map(company.investorOf), (of) => of.investors)(company),
    lists: among(selected.lists, ({ lists }) => lists),
    statuses: among(selected.statuses, statusChoicesOf),
    ownTags: among(selected.ownTags, ({ ownTags }) => ownTags),
    triage: among(selected.triage, ({ triage }) => [triage]),
    ours: among(selected.ours, ({ ours }) => [ours]),
    windows: among(selected.windows, ({ windows }) => windows),
    fits: among(selected.fits, ({ fit }) => [fitRangeOf(fit)]),
    freshness: among(selected.freshness, ({ fetchedAtMs }) => freshnessOf(fetchedAtMs, nowMs)),
    hiring: yes(selected.hiring, ({ isHiring }) => isHiring),
    // Does not apply these filters, because the random queries do not use them. The tests of Insights and
    // Outcomes compare the filters with SQL.
    round: () => true,
    departments: () => true,
    outcome: () => true,
    people: yes(selected.people, ({ hasPeople }) => hasPeople),
    note: yes(selected.note, ({ noteText }) => noteText !== null),
  };
}

const order = <T>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

function compare(sort: LibraryQuestion['sort'], a: ReferenceCompany, b: ReferenceCompany): number {
  if (a.isLost !== b.isLost && !sort.startsWith('window')) return a.isLost ? 1 : -1;
  const isReversed = sort.endsWith('-reversed');
  const sign = isReversed ? -1 : 1;
  const byName = order(a.name, b.name);
  /**
   * Sorts from largest to smallest, or from smallest to largest if reversed. Unknown values always come last.
   */
  const largestFirst = <T>(x: T | null | undefined, y: T | null | undefined, direction = sign): number =>
    x == null || y == null ? Number(x == null) - Number(y == null) : direction * order(y, x);
  const currencyPlace = ({ amount, currency }: ReferenceCompany): [number, string] =>
    amount === null ? [2, ''] : [currency === null ? 1 : 0, fold(currency ?? '')];
  const [currencyA, currencyB] = [currencyPlace(a), currencyPlace(b)];
  const by = {
    announced: largestFirst(a.day, b.day),
    relevance: largestFirst(a.day, b.day),
    fetched: largestFirst(a.fetchedAtMs, b.fetchedAtMs),
    name: sign * byName,
    amount:
      order(currencyA[0], currencyB[0]) ||
      order(currencyA[1], currencyB[1]) ||
      largestFirst(a.amount, b.amount),
    fit: largestFirst(a.fit, b.fit),
    window: order(windowPlace(a), windowPlace(b)) || largestFirst(a.day, b.day, -sign),
  }[
    sort.replace('-reversed', '') as
      | 'announced'
      | 'relevance'
      | 'fetched'
      | 'name'
      | 'amount'
      | 'fit'
      | 'window'
  ];
  if (a.isLost && b.isLost) return byName || order(a.id, b.id);
  return by || order(a.id, b.id);
}

/**
 * Returns the position of a contact window in the sort order. The order is: open windows with an end, open
 * ones without an end, unknown ones, unknown ones of lost companies, and closed ones.
 */
function windowPlace({ windows, isWindowEnding, isLost }: ReferenceCompany): number {
  if (windows.includes('open')) return isWindowEnding ? 0 : 1;
  return windows.includes('closed') ? 3 : isLost ? 2.5 : 2;
}

/**
 * Contact matches are sorted by announcement date even if the user sorts by contact window. The window is
 * derived from that date, so sorting by window equals sorting by date in reverse.
 */
const baseOfWindow = (sort: LibraryQuestion['sort']): LibraryQuestion['sort'] =>
  sort === 'window' ? 'announced-reversed' : sort === 'window-reversed' ? 'announced' : sort;

function tierOf(company: ReferenceCompany, by: MatchedBy, question: LibraryQuestion): number {
  const phrase = fold(question.text);
  if (by !== 'company') return { tag: 4, note: 5 }[by];
  if (company.name === phrase) return 0;
  if (company.name.startsWith(phrase)) return 1;
  const words = typed(question.text);
  return words.every((word) => ` ${company.name}`.includes(` ${word}`)) ? 2 : 3;
}

const typed = (text: string): string[] =>
  [...new Set(referenceWords(text))].map((word) => (isRun(word) ? word : word.slice(0, 64)));

export interface ReferenceResult {
  readonly ids: string[];
  readonly matched: Readonly<Record<string, MatchedBy>>;
  /** The companies that match only because of a contact, in order. */
  readonly byContact: string[];
  /** Returns the companies that pass every filter except `name`, for the counts of that filter. */
  readonly without: (name: keyof LibraryFilters) => ReferenceCompany[];
}

export function searchReference(
  companies: readonly ReferenceCompany[],
  question: LibraryQuestion,
): ReferenceResult {
  const words = typed(question.text);
  const hits = companies.flatMap((company) => {
    const by = words.length === 0 ? 'company' : matchOf(company, words);
    return by === null ? [] : [{ company, by }];
  });
  const tests = testsOf(question.filters, question.nowMs);
  const passes = (company: ReferenceCompany, except: string | null): boolean =>
    Object.entries(tests).every(([name, test]) => name === except || test(company));
  const listed = hits
    .filter(({ company }) => passes(company, null))
    .sort((a, b) => {
      const isRelevant = question.sort === 'relevance' && words.length > 0;
      const tiers = isRelevant ? tierOf(a.company, a.by, question) - tierOf(b.company, b.by, question) : 0;
      return tiers || compare(question.sort, a.company, b.company);
    });
  const byContact = companies
    .filter((company) => words.length > 0 && matchOf(company, words) === null)
    .filter((company) => isFoundByContact(company, words) && passes(company, null))
    .sort((a, b) => compare(baseOfWindow(question.sort), a, b));
  return {
    byContact: byContact.map(({ id }) => id),
    ids: listed.map(({ company }) => company.id),
    matched: Object.fromEntries(
      listed.flatMap(({ company, by }) => (by === 'company' ? [] : [[company.id, by] as const])),
    ),
    without: (name) => hits.map(({ company }) => company).filter((company) => passes(company, name)),
  };
}
