import { isEventSource } from '../../../../shared/event-source.ts';
import type { Round, Stamp } from '../../../../shared/model/company.ts';
import { company } from '../strings.ts';

/**
 * Describes what is missing from the stored rounds. Shown until all rounds have been fetched. Rounds from a
 * webhook event have investors and US dollar amounts (spec §6.3); rounds from a profile have neither (spec
 * §2.2).
 */
export function roundsSummary(rounds: readonly Pick<Round, 'investors'>[]): string {
  const words = company.rounds;
  const withInvestors = rounds.filter(({ investors }) => investors !== null).length;
  if (withInvestors === 0) return words.summary;
  return withInvestors < rounds.length ? words.summaryPartly : words.summaryComplete;
}

/** Describes the source of the technologies that are shown until the tech stack is fetched. */
export const techSummary = (stamp: Stamp | null): string =>
  stamp && isEventSource(stamp.source) ? company.tech.summaryEvent : company.tech.summary;
