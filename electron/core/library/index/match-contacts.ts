import { CONTACT_MATCHES_MAX } from '../../../../shared/model/limits.ts';
import { NOT_STORED, type Columns } from './columns.ts';
import type { ClassifiedMatches } from './count-matches.ts';
import { createTextLookup, marksFor, match } from './match-words.ts';
import type { Order } from './sort-orders.ts';
import { holds } from './tokenize.ts';
import type { SearchWorld } from './search-state.ts';

/*
 * Finds companies by their contacts' names and titles. These matches are returned separately: no total,
 * facet, order or row count of a search may depend on contacts (ADR 54).
 */

/** Minimum length of a word that is looked up in contacts, in characters. */
const WORD_MIN = 3;

/** Decides which matches may be revealed. */
export interface MatchRelease {
  /** Returns the companies whose contacts were released within the last minute. */
  released(): ReadonlySet<string>;
  /** Returns whether the match may be revealed. If so, the match counts as a release. */
  releaseMatch(companyId: string): boolean;
}

const isLongEnough = (word: string): boolean => [...word].length >= WORD_MIN;

/** Returns whether a search for these words includes contacts. */
export const searchesContacts = (words: readonly string[]): boolean => words.some(isLongEnough);

/**
 * Returns the companies that match only because of a contact, in no particular order. At least one word
 * occurs only in a contact. Every other word, and every word shorter than `WORD_MIN`, must occur in the
 * company's own text, its tags or its note.
 */
export function matchContacts(world: SearchWorld, words: readonly string[]): Uint32Array {
  const { people, columns } = world;
  const slots: number[] = [];
  const longer = words.filter(isLongEnough);
  if (people === null || longer.length === 0) return new Uint32Array();
  const isFound = marksFor(match(world, words).slots, columns.size);
  const isInOtherText = createTextLookup(world, words);
  for (const [slot, document] of people.documents) {
    if (isFound[slot] === 1 || columns.state[slot] === NOT_STORED) continue;
    if (!longer.some((word) => holds(document, word))) continue;
    const missing = words.filter((word) => !isInOtherText(slot, word));
    if (missing.every((word) => isLongEnough(word) && holds(document, word))) slots.push(slot);
  }
  return Uint32Array.from(slots);
}

/**
 * Chooses at most `CONTACT_MATCHES_MAX` matches that the release limit permits, and returns their ids in the
 * sort order. First chooses companies whose contacts were released within the last minute, because releasing
 * these contacts again does not count toward the limit.
 */
export function releasedMatches(
  { ids }: Columns,
  { passing }: ClassifiedMatches,
  { slots: order, rank }: Order,
  release: MatchRelease,
): string[] {
  const ranks = passing.map((slot) => rank[slot] ?? 0).sort();
  const idAt = (at: number): string => ids[order[at] ?? 0] ?? '';
  const known = release.released();
  const chosen: number[] = [];
  for (const isKnown of [true, false])
    for (let at = 0; at < ranks.length && chosen.length < CONTACT_MATCHES_MAX; at += 1) {
      const place = ranks[at] ?? 0;
      if (known.has(idAt(place)) !== isKnown) continue;
      if (!release.releaseMatch(idAt(place))) break;
      chosen.push(place);
    }
  return chosen.sort((a, b) => a - b).map(idAt);
}
