import type { Country } from './countries.ts';
import type { Sector } from './sector.ts';
import type { Tag } from './tags.ts';

export interface Investor {
  readonly name: string;
  readonly type: 'lead' | 'participant';
}

export interface Round {
  readonly id: string;
  readonly companyId: string;
  readonly stage: string;
  readonly currency: string;
  /** In `currency`; null when undisclosed. */
  readonly amount: number | null;
  readonly amountUsd: number | null;
  /** The announced calendar date, `YYYY-MM-DD`. */
  readonly announcedOn: string;
  /** The same date with a local time and its UTC offset. */
  readonly announcedAt: string;
  /** The time from which the service knows the round. */
  readonly publishedAtMs: number;
  readonly investors: readonly Investor[];
}

export interface Company {
  readonly id: string;
  /** Seed of everything derived on demand. */
  readonly seed: number;
  /** Seed of all derived ids; differs from `seed` only in duplicates. */
  readonly recordSeed: number;
  readonly name: string;
  readonly slug: string;
  readonly sector: Sector;
  readonly country: Country;
  readonly city: string;
  readonly size: string;
  readonly industries: readonly string[];
  readonly tags: readonly Tag[];
  /** Oldest first, including future ones; use `visibleRounds` for the published ones. */
  readonly rounds: readonly Round[];
  readonly contactCount: number;
  /** At least one contact has an email address. */
  readonly hasValidatedContacts: boolean;
  readonly hasTechStack: boolean;
}

/** Rounds are created up to this many days after the epoch. */
export const FUTURE_DAYS = 430;

export const COMPANY_SIZES: readonly string[] = ['1-10', '11-50', '51-200', '201-1000', '1000+'];

/** Observed values, in the spelling of /filters (spec §2.12). */
export const STAGES: readonly string[] = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C+',
  'Debt',
  'Bootstrapped',
  'undisclosed',
];

/** The rounds that the service knows at `nowMs`, oldest first. A company without any does not exist yet. */
export const visibleRounds = (company: Company, nowMs: number): readonly Round[] =>
  company.rounds.filter((round) => round.publishedAtMs <= nowMs);
