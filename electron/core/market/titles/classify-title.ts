import { DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';
import { AND, APART, JOINED, splitTitle, type Words } from './split-title.ts';
import { bitOf, buildTermTable, type Term, type TermNode, type TermTable } from './term-table.ts';
import type { Department, Seniority } from './term-row.ts';
import { findOtherForm, readCompound } from './word-forms.ts';

export interface TitleClass {
  /** The departments, in the order of `DEPARTMENTS`. Empty if the title indicates only a seniority. */
  readonly departments: readonly Department[];
  readonly seniority: Seniority | null;
}

const EXECUTIVE = bitOf('executive');
const MANAGEMENT = bitOf('management');
const OPERATIONS = bitOf('operations');
const [JUNIOR, MID, SENIOR, MANAGER] = [1, 2, 3, 4] as const;

/** Words that precede the name of an employer. */
const AT = new Set(['@', 'at', 'bei', 'chez', 'presso', 'bij']);
const OF = new Set(['of', 'de', 'des', 'du', 'der', 'von', 'di', 'del', 'della', 'van', 'la', 'from', 'd']);
/** Words between "assistant" and the person who is assisted. */
const TO = new Set([...OF, 'to', 'zum', 'zur', 'a', 'al', 'alla', 'dell']);
/** Words after which a headline no longer describes the job: they introduce an earlier job or a sentence. */
const ENDS_JOB = new Set(
  `ex former formerly previously past retired ehemaliger ehemalige ehemals ehem ancien ancienne antiguo antigua
  voormalig voormalige helping help i we my our your passionate love loving looking hiring making ich wir je mi
  ik jij your unsere mein meine ayudando ayudo aidant aide aiutiamo aiuto helpen wij`.split(/\s+/),
);

/**
 * Classifies a job title in English, German, French, Spanish, Italian or Dutch, using the terms in `tables/`.
 * Returns null if the title contains none of them. The result depends only on the title.
 */
export function classifyTitle(title: string): TitleClass | null {
  const table = termTable();
  const reader = new TitleReader();
  readWords(table, splitTitle(title), reader);
  const { departments, rank } = reader.result();
  if (departments === 0 && rank === 0) return null;
  return {
    departments: DEPARTMENTS.filter((_, at) => (departments & (1 << at)) !== 0),
    seniority: SENIORITIES[rank - 1] ?? null,
  };
}

/** The table is built when the first title is classified, so it does not delay startup. */
const termTable = once(buildTermTable);

function once<T>(create: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: create() }).value;
}

function readWords(table: TermTable, { words, breaks }: Words, reader: TitleReader): void {
  let at = 0;
  let isSkipping = false;
  while (at < words.length) {
    const word = words[at] ?? '';
    const gap = breaks[at] ?? JOINED;
    if (gap === APART) {
      reader.endPart();
      isSkipping = false;
    } else if (gap !== JOINED) reader.endGroup();
    if (isSkipping) {
      at += 1;
      continue;
    }
    const found =
      longestTerm(table.root.get(word), words, breaks, at) ??
      longestTerm(findOtherForm(table.root, word), words, breaks, at);
    const term = found?.term ?? readCompound(table, word);
    at += found?.length ?? 1;
    if (term !== null) {
      const next = breaks[at] === JOINED ? (words[at] ?? '') : '';
      reader.add(term, TO.has(next));
      isSkipping = term.effect === 'company' && OF.has(next);
    } else if (word === AND) reader.endGroup();
    else isSkipping = AT.has(word) || ENDS_JOB.has(word);
  }
}

/** Returns the longest term that begins at this word, and its number of words. */
function longestTerm(
  first: TermNode | undefined,
  words: Words['words'],
  breaks: Words['breaks'],
  start: number,
): { readonly term: Term; readonly length: number } | null {
  if (first === undefined) return null;
  let longest = first.term === null ? null : { term: first.term, length: 1 };
  let node: TermNode | undefined = first;
  for (let at = start + 1; breaks[at] === JOINED; at += 1) {
    const nodes: TermNode['next'] = node.next;
    if (nodes === null) break;
    const word = words[at] ?? '';
    node = nodes.get(word) ?? findOtherForm(nodes, word);
    if (node === undefined) break;
    if (node.term !== null) longest = { term: node.term, length: at - start + 1 };
  }
  return longest;
}

/**
 * Combines the terms of a title. Commas divide a title into parts; "and" and slashes divide a part into
 * groups. Within a group, only the departments of the strongest terms count.
 */
class TitleReader {
  #departments = 0;
  #rank = 0;
  #isBeginner = false;
  #groupDepartments = 0;
  #groupStrength = 0;
  #isGroupExecutive = false;
  #groupRank = 0;
  #hasJunior = false;
  #alone: Term | null = null;
  #isLead = false;
  /**
   * Set by a term such as "assistant" or "office". The terms after it describe the person whom the assistant
   * or office supports.
   */
  #scope: 'assistant' | 'office' | null = null;
  #isScopeOfPart = false;

  add(term: Term, isFollowedByTo: boolean): void {
    const { effect } = term;
    if (effect === 'assistant') {
      this.#scope = effect;
      this.#isScopeOfPart = isFollowedByTo;
    } else if (effect === 'office' && this.#scope === null) {
      // The terms before an `office` term describe the person: "Chief of Staff to the CEO".
      this.endGroup();
      this.#scope = effect;
      this.#isScopeOfPart = true;
    }
    if (effect === 'beginner') this.#isBeginner = true;
    if (effect === 'lead') this.#isLead = true;
    else if (effect === 'alone') this.#alone = term;
    else this.#combine(term);
  }

  #combine(term: Term): void {
    // The title of a company's top executive may also name a department, as in "Vorstand Technik" and
    // "Managing Director Sales".
    if (term.departments === EXECUTIVE && term.effect === null) this.#isGroupExecutive = true;
    else if (term.strength > this.#groupStrength) {
      this.#groupDepartments = term.departments;
      this.#groupStrength = term.strength;
    } else if (term.strength === this.#groupStrength) this.#groupDepartments |= term.departments;
    if (this.#isLead && term.rank === MID) {
      this.#isLead = false;
      this.#groupRank = Math.max(this.#groupRank, SENIOR);
    }
    if (term.rank === JUNIOR) this.#hasJunior = true;
    this.#groupRank = Math.max(this.#groupRank, term.rank);
  }

  endGroup(): void {
    if (this.#isLead) this.#groupRank = Math.max(this.#groupRank, MANAGER);
    if (this.#groupDepartments === 0 && this.#alone !== null && this.#scope === null)
      this.#combine(this.#alone);
    // "Associate Consultant" is junior, but "Associate Director" is not.
    if (this.#hasJunior && this.#groupRank === MID) this.#groupRank = JUNIOR;
    const scope = this.#scope;
    if (scope === null) {
      this.#departments |= this.#groupDepartments | (this.#isGroupExecutive ? EXECUTIVE : 0);
      this.#rank = Math.max(this.#rank, this.#groupRank);
    } else this.#endScopedGroup(scope);
    this.#groupDepartments = 0;
    this.#groupStrength = 0;
    this.#isGroupExecutive = false;
    this.#groupRank = 0;
    this.#hasJunior = false;
    this.#alone = null;
    this.#isLead = false;
    if (!this.#isScopeOfPart) this.#scope = null;
  }

  /**
   * Ends a group of words that describes the person whom the assistant or office supports. Ignores that
   * person's rank, and whether that person heads a company.
   */
  #endScopedGroup(scope: 'assistant' | 'office'): void {
    const isOfPerson = scope === 'assistant' && this.#isScopeOfPart && this.#groupRank >= MANAGER;
    const others = isOfPerson ? 0 : this.#groupDepartments & ~EXECUTIVE;
    const own = scope === 'assistant' ? OPERATIONS : MANAGEMENT;
    if (others !== 0) this.#departments |= others;
    else if (scope === 'assistant' || this.#departments === 0) this.#departments |= own;
    if (scope === 'assistant') this.#rank = Math.max(this.#rank, JUNIOR);
  }

  endPart(): void {
    this.endGroup();
    this.#scope = null;
    this.#isScopeOfPart = false;
  }

  /** Returns the whole title's departments, as bits, and its rank. */
  result(): { readonly departments: number; readonly rank: number } {
    this.endPart();
    return { departments: this.#departments, rank: this.#isBeginner ? JUNIOR : this.#rank };
  }
}
