import { compareByFit } from '../../../shared/fit-order.ts';
import { CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import type { CompanyMatches } from '../../../shared/model/plan.ts';
import { windowDaysLeft } from '../../../shared/window-days-left.ts';
import { contactWindowText } from '../../ui/text/contact-window-text.ts';
import { today as strings } from './strings.ts';
import type { TodayCompany, TodayLine } from './today-lines.ts';

/** Null if no titles are stored; undefined if the matches are unknown. */
type Matches = CompanyMatches['matches'] | undefined;

export interface StartHere {
  readonly companyId: string;
  /** The main reason, shown beside the mark. */
  readonly reason: string;
  /** All reasons, such as `contacts ready` and `fit 100`. */
  readonly reasons: readonly string[];
}

/**
 * Chooses the company on Today to work on first: the first one in the list with stored contacts. If there is
 * none, the one with the best fit whose contacts can be fetched, in the first section that has one. Omits
 * companies that the user has contacted or that are already theirs, and companies none of whose contacts has
 * one of the user's buyer roles.
 *
 * @param hasStarted whether a company on Today was handled today; the order of the list then says which is next
 * @returns null if there is no such company, if the user has started, if the list has only one entry, or if it
 * begins with follow-ups, because these come first
 */
export function chooseStart(
  lines: readonly TodayLine[],
  {
    nowMs,
    hasStarted,
    matchesOf,
  }: {
    readonly nowMs: number;
    readonly hasStarted: boolean;
    readonly matchesOf: (companyId: string) => Matches;
  },
): StartHere | null {
  const [heading, , second] = lines;
  if (hasStarted || second === undefined) return null;
  if (heading?.kind !== 'heading' || heading.section === 'followUps') return null;
  const sections = companiesBySection(lines).map((companies) =>
    companies.filter(({ row }) => row.ours?.isCertain !== true && !isUnmatched(matchesOf(row.companyId))),
  );
  const start =
    sections.flat().find(({ contacts }) => contacts === 'fetched') ??
    sections.flatMap((companies) =>
      companies
        .filter((each) => canFetchContacts(each, nowMs))
        .toSorted((a, b) => compareByFit(a.row, b.row)),
    )[0];
  if (start === undefined) return null;
  const { companyId } = start.row;
  const reasons = reasonsFor(start, matchesOf(companyId), nowMs);
  const [reason] = reasons;
  return reason === undefined ? null : { companyId, reason, reasons };
}

/** Returns the companies of each section, in the order of the list. */
function companiesBySection(lines: readonly TodayLine[]): readonly (readonly TodayCompany[])[] {
  const sections: TodayCompany[][] = [];
  for (const line of lines) {
    if (line.kind === 'heading') sections.push([]);
    else if (line.kind === 'company') sections.at(-1)?.push(line.company);
  }
  return sections;
}

/** Returns whether contacts are known and none of them has one of the user's buyer roles. */
const isUnmatched = (matches: Matches): boolean =>
  matches != null && matches.stored > 0 && matches.strong + matches.weak === 0;

function canFetchContacts({ contacts, row }: TodayCompany, nowMs: number): boolean {
  const { tone, hasNoContacts } = contactWindowText(row.window, nowMs);
  return contacts === undefined && tone !== 'gone' && hasNoContacts !== true;
}

function reasonsFor({ contacts, row }: TodayCompany, matches: Matches, nowMs: number): string[] {
  const { ready, fit, strong, weak, window } = strings.first;
  const { closesAtMs } = row.window;
  const days = closesAtMs === null ? Infinity : windowDaysLeft(closesAtMs, nowMs);
  const isReady = contacts === 'fetched';
  return [
    ...(isReady ? [ready] : []),
    ...(row.fit === undefined || row.fit === 0 ? [] : [fit(row.fit)]),
    ...(matches != null && matches.strong > 0 ? [strong(matches.strong)] : []),
    ...(matches != null && matches.strong === 0 && matches.weak > 0 ? [weak(matches.weak)] : []),
    // The window no longer matters once the contacts are stored.
    ...(!isReady && days <= CLOSING_SOON_DAYS ? [window(days)] : []),
  ];
}
