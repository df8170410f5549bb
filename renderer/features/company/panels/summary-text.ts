import { isEventSource } from '../../../../shared/event-source.ts';
import type { Round, Stamp } from '../../../../shared/model/company.ts';
import { company } from '../strings.ts';

/**
 * Returns the text that says what the stored rounds lack. It is shown until all rounds have been fetched. A
 * webhook event contains investors and US dollar amounts (spec §6.3); a profile contains neither (spec §2.2).
 */
export function roundsSummary(rounds: readonly Pick<Round, 'investors'>[]): string {
  const words = company.rounds;
  const withInvestors = rounds.filter(({ investors }) => investors !== null).length;
  if (withInvestors === 0) return words.summary;
  return withInvestors < rounds.length ? words.summaryPartly : words.summaryComplete;
}

/** Returns the text about the stored technologies' source. It is shown until the tech stack is fetched. */
export const techSummary = (stamp: Stamp | null): string =>
  stamp && isEventSource(stamp.source) ? company.tech.summaryEvent : company.tech.summary;
