import type { PlanWeight } from '../../../shared/model/plan.ts';

/*
 * Values of requests; only the ratios between them matter. Contacts that will soon be unavailable have a
 * higher value than a profile that can also be fetched tomorrow. The value is higher for companies on
 * important lists and for companies with a better fit.
 */

/** An unknown fit is neutral. */
const FIT_UNKNOWN = 50;
const CONTACTS = 10;
const REVEALED = 2;
const PROFILE = 2;
/** Value of one round in the response to a search. */
const ROUND = 0.4;
/**
 * Value of one round in a gap. Higher than `ROUND`, because the webhook event for the round was missed,
 * whereas a search can be repeated tomorrow.
 */
const ROUND_MISSED = 0.8;

/** Value of a company: the weight of its most important list, multiplied by 0.5 (fit 0) to 1.5 (fit 100). */
export const companyValue = (weight: PlanWeight | null, fit: number | null): number =>
  (weight ?? 1) * (0.5 + (fit ?? FIT_UNKNOWN) / 100);

/** Value of a company's contacts. They become unavailable when the contact window closes (spec §4.6). */
export const contactsValue = (company: number): number => CONTACTS * company;
/**
 * Value of checking whether contacts were revealed. The check is usually free, because usually no contacts
 * were revealed.
 */
export const revealedValue = (company: number): number => REVEALED * company;
export const profileValue = (company: number): number => PROFILE * company;
/** Value of a response with at most `rows` rows. */
export const roundsValue = (rows: number, isMissed: boolean): number =>
  Math.max(1, rows) * (isMissed ? ROUND_MISSED : ROUND);
