import { DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';
import { splitTitle } from './split-title.ts';
import type { Department, Effect, TermRow } from './term-row.ts';
import { DUTCH } from './tables/dutch.ts';
import { ENGLISH_COMPANY } from './tables/english-company.ts';
import { ENGLISH_CUSTOMERS } from './tables/english-customers.ts';
import { ENGLISH_RANKS } from './tables/english-ranks.ts';
import { FRENCH } from './tables/french.ts';
import { GERMAN } from './tables/german.ts';
import { ITALIAN } from './tables/italian.ts';
import { SPANISH } from './tables/spanish.ts';

/** The meaning of a term, as numbers that are quick to combine with the numbers of other terms. */
export interface Term {
  /** One bit for each department, in the order of `DEPARTMENTS`. */
  readonly departments: number;
  /** From 1 (faint) to 5 (decisive); 0 if the term has no department. */
  readonly strength: number;
  /** The position of the term's seniority in `SENIORITIES`, starting at 1; 0 if the term has no seniority. */
  readonly rank: number;
  readonly effect: Effect | null;
}

/** The terms that begin with the same words. */
export interface TermNode {
  term: Term | null;
  next: Map<string, TermNode> | null;
}

export interface TermTable {
  readonly root: ReadonlyMap<string, TermNode>;
  /** German and Dutch terms that can be the first part of a compound word. */
  readonly stems: ReadonlyMap<string, Term>;
  /** The first three letters of each word, as a number (`lettersAt`). */
  readonly beginnings: ReadonlySet<number>;
}

const TABLES = [ENGLISH_RANKS, ENGLISH_CUSTOMERS, ENGLISH_COMPANY, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH];
const STRENGTHS = { faint: 1, weak: 2, medium: 3, strong: 4, decisive: 5 } as const;
const STEM_LENGTH_MIN = 6;

export const bitOf = (department: Department): number => 1 << DEPARTMENTS.indexOf(department);

/**
 * Packs three letters of an ASCII word into one number. Looking up this number is faster than looking up a
 * substring, because no string is created.
 */
export const lettersAt = (word: string, at: number): number =>
  (word.charCodeAt(at) << 14) | (word.charCodeAt(at + 1) << 7) | word.charCodeAt(at + 2);

/**
 * Builds the table from the terms of all languages. If several tables list the same term, the first of them
 * determines its meaning.
 */
export function buildTermTable(): TermTable {
  const root = new Map<string, TermNode>();
  const stems = new Map<string, Term>();
  for (const rows of TABLES) {
    const hasCompounds = rows === GERMAN || rows === DUTCH;
    for (const row of rows) {
      const term = termOf(row);
      for (const words of spellings(row.terms)) {
        addTerm(root, words, term);
        const stem = words[0] ?? '';
        const isStem = words.length === 1 && stem.length >= STEM_LENGTH_MIN;
        if (hasCompounds && isStem && term.strength >= STRENGTHS.medium && term.rank === 0)
          stems.set(stem, term);
      }
    }
  }
  return { root, stems, beginnings: new Set([...root.keys()].map((word) => lettersAt(word, 0))) };
}

function termOf({ departments = [], seniority, strength = 'strong', effect }: TermRow): Term {
  return {
    departments: departments.reduce((bits, department) => bits | bitOf(department), 0),
    strength: departments.length === 0 ? 0 : STRENGTHS[strength],
    rank: seniority === undefined ? 0 : SENIORITIES.indexOf(seniority) + 1,
    effect: effect ?? null,
  };
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Returns the words of each term. If a term has umlauts, also returns the words of its spelling with "ae" for
 * "ä".
 */
const spellings = (terms: string): (readonly string[])[] =>
  terms.split(',').flatMap((text) => {
    const plain = text.trim();
    const spelled = plain.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
    return (spelled === plain ? [plain] : [plain, spelled]).map((each) => splitTitle(each).words);
  });

function addTerm(root: Map<string, TermNode>, words: readonly string[], term: Term): void {
  let nodes = root;
  for (const [at, word] of words.entries()) {
    let node = nodes.get(word);
    if (node === undefined) nodes.set(word, (node = { term: null, next: null }));
    if (at === words.length - 1) node.term ??= term;
    else nodes = node.next ??= new Map<string, TermNode>();
  }
}
