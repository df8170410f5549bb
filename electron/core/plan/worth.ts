import type { PlanWeight } from '../../../shared/model/plan.ts';

/*
 * What a call is worth, by rules that can be told in a sentence each. Only the proportion between two calls means anything:
 * a contact that is gone for good counts more than a profile that can be had tomorrow, a company of an important list more
 * than others, and of two alike the one that fits the market better.
 */

/** Not known is neither good nor bad. */
const FIT_UNKNOWN = 50;
const CONTACTS = 10;
const REVEALED = 2;
const PROFILE = 2;
/** Of a round that nobody told of yet, out of a page of them. */
const ROUND = 0.4;
/** A gap hides what the seller asked to hear of; a search can be run again tomorrow. */
const ROUND_MISSED = 0.8;

/** Of a company: the weight of its most important list, from half of it for one that fits not at all to one and a half. */
export const companyWorth = (weight: PlanWeight | null, fit: number | null): number =>
  (weight ?? 1) * (0.5 + (fit ?? FIT_UNKNOWN) / 100);

/** E-mails of a company whose window closes; afterwards nobody has them [§4.6]. */
export const contactsWorth = (company: number): number => CONTACTS * company;
/** Whether it was revealed meanwhile: most often it was not, which costs nothing. */
export const revealedWorth = (company: number): number => REVEALED * company;
export const profileWorth = (company: number): number => PROFILE * company;
/** Of an answer with so many rows at most. */
export const roundsWorth = (rows: number, isMissed: boolean): number =>
  Math.max(1, rows) * (isMissed ? ROUND_MISSED : ROUND);
