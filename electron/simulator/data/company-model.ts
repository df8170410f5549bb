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
  /** The amount in `currency`; null if undisclosed. */
  readonly amount: number | null;
  readonly amountUsd: number | null;
  /** Date of the announcement, as `YYYY-MM-DD`. */
  readonly announcedOn: string;
  /** Date and local time of the announcement, with a UTC offset. */
  readonly announcedAt: string;
  /** Time at which the round first appears in the service. */
  readonly publishedAtMs: number;
  readonly investors: readonly Investor[];
}

export interface Company {
  readonly id: string;
  /** Seed for the details that are derived on demand. */
  readonly seed: number;
  /**
   * Seed for the ids of contacts, roles, highlights and news. Differs from `seed` only if the company is a
   * duplicate.
   */
  readonly recordSeed: number;
  readonly name: string;
  readonly slug: string;
  readonly sector: Sector;
  readonly country: Country;
  readonly city: string;
  readonly size: string;
  readonly industries: readonly string[];
  readonly tags: readonly Tag[];
  /** All rounds, oldest first, including future ones; `visibleRounds` selects the published ones. */
  readonly rounds: readonly Round[];
  readonly contactCount: number;
  /** Whether at least one contact has an email address. */
  readonly hasValidatedContacts: boolean;
  readonly hasTechStack: boolean;
}

/** The data contains rounds up to this many days after the simulator's epoch (`WorldOptions.epochMs`). */
export const FUTURE_DAYS = 430;

export const COMPANY_SIZES: readonly string[] = ['1-10', '11-50', '51-200', '201-1000', '1000+'];

/** All stages, spelled as in /filters (spec §2.12). */
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

/**
 * Returns the rounds published by `nowMs`, oldest first. A company without published rounds is not in the
 * service yet.
 */
export const visibleRounds = (company: Company, nowMs: number): readonly Round[] =>
  company.rounds.filter((round) => round.publishedAtMs <= nowMs);
