import { compareByFit } from '../../../shared/fit-order.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { isEventSource } from '../../../shared/event-source.ts';
import type { CompanyRow, Stamp } from '../../../shared/model/company.ts';
import { fitRangeOf, type FitRange } from '../../../shared/model/library-values.ts';
import type { FitCounts } from '../../../shared/model/library.ts';
import type { SignalRow } from '../../../shared/model/signal.ts';
import type { DueFollowUp } from '../../../shared/model/settings/follow-ups.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import {
  contactsStepOf,
  eachCompanyOnce,
  firstSignalOfEach,
  TODAY_SECTIONS,
  type ContactsStep,
  type TodaySection,
} from '../../../shared/today-sections.ts';
import { ageText } from '../../lib/format.ts';
import type { ContactWindowText } from '../../ui/text/contact-window-text.ts';
import { today as strings } from './strings.ts';

/*
 * The sections of Today: due follow-ups, companies to write to, unseen signals, today's catch-up, closing
 * contact windows, companies contacted today and due tasks.
 */

export interface TodayCompany {
  readonly row: CompanyRow;
  /**
   * The time of the company's news, in Unix ms by the service's clock: when its latest signal arrived, or
   * when a catch-up found the company. Null for a company with a closing contact window, unless the company
   * was done and is listed again because of a signal.
   */
  readonly newsAtMs: number | null;
  /**
   * Whether the company has a signal that was received by webhook or pasted. Signals from saved searches do
   * not count.
   */
  readonly isReceived: boolean;
  /**
   * Progress with the company's contacts: fetched, none available, or contacted today; absent until the
   * contacts are fetched.
   */
  readonly contacts?: ContactsStep;
  /** When the contacts were fetched, in Unix ms by the service's clock. */
  readonly contactsAtMs?: number;
}
export type TodayLine =
  | { readonly kind: 'heading'; readonly section: TodaySection; readonly count: number }
  | { readonly kind: 'company'; readonly company: TodayCompany; readonly index: number }
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'follow-up'; readonly followUp: DueFollowUp };

type CaughtUpReply = Pick<Awaited<ReturnType<Api['plan']['caughtUp']>>, 'rows' | 'news'>;
type ClosingReply = Pick<Awaited<ReturnType<Api['plan']['closing']>>, 'rows' | 'fetched' | 'news'>;

/** The entries to list. Companies that are done or snoozed have already been removed. */
export interface TodayLists {
  readonly followUps: readonly DueFollowUp[];
  /** Companies whose contacts have been fetched, best fit first. */
  readonly ready: readonly TodayCompany[];
  readonly news: readonly TodayCompany[];
  readonly caughtUp: readonly TodayCompany[];
  readonly closing: readonly TodayCompany[];
  /** Companies that the user wrote to today. They stay listed until the end of the day. */
  readonly contacted: readonly TodayCompany[];
  readonly tasks: readonly Task[];
  /** Number of entries in each section that were not loaded, because they do not fit on the first page. */
  readonly unloaded: Readonly<Record<TodaySection, number>>;
}

export type TodaySort = 'fit' | 'time';

/** Sorts companies by `compareByFit`. Companies that compare as equal keep their order. */
export const sortedByFit = (companies: readonly TodayCompany[]): TodayCompany[] =>
  companies.toSorted((a, b) => compareByFit(a.row, b.row));

/**
 * Filters the lists by fit, except follow-ups and tasks. Sets the numbers of unloaded companies to 0, because
 * the fit of these companies is unknown.
 */
export function withFitIn(lists: TodayLists, range: FitRange): TodayLists {
  const isIn = ({ row }: TodayCompany): boolean => fitRangeOf(row.fit) === range;
  return {
    followUps: lists.followUps,
    ready: lists.ready.filter(isIn),
    news: lists.news.filter(isIn),
    caughtUp: lists.caughtUp.filter(isIn),
    closing: lists.closing.filter(isIn),
    contacted: lists.contacted.filter(isIn),
    tasks: lists.tasks,
    unloaded: {
      followUps: lists.unloaded.followUps,
      ready: 0,
      news: 0,
      caughtUp: 0,
      closing: 0,
      contacted: 0,
      tasks: lists.unloaded.tasks,
    },
  };
}
export function countFits(companies: readonly TodayCompany[]): FitCounts {
  const counts = { high: 0, medium: 0, low: 0, none: 0 };
  for (const { row } of companies) counts[fitRangeOf(row.fit)] += 1;
  return counts;
}

/** Adds the ids of companies to a list of ids. The result contains each id only once. */
export const withCompanies = (ids: readonly string[], companies: readonly TodayCompany[]): string[] => [
  ...new Set([...ids, ...companies.map(({ row }) => row.companyId)]),
];

/**
 * Returns the companies of the signals, in the order of the signals. Only the first signal of each company
 * counts, so every company is returned once.
 */
export function companiesWithNews(signals: readonly SignalRow[]): TodayCompany[] {
  return firstSignalOfEach(signals).map(({ company, atMs, sources }) => ({
    row: company,
    newsAtMs: atMs,
    isReceived: sources.some((source) => source !== 'search'),
  }));
}

/**
 * Describes the order of a section; null if the section is in no particular order.
 *
 * @param hasFits whether any company has a fit, which requires a market
 */
export function orderText(section: TodaySection, sort: TodaySort, hasFits: boolean): string | null {
  const { order } = strings;
  if (section === 'closing' || section === 'tasks' || section === 'followUps') return order[section];
  // Without fits, this section has the same order as the `closing` section.
  if (section === 'ready') return hasFits ? order.fit : order.closing;
  if (section === 'caughtUp') return hasFits ? order.fit : null;
  if (section === 'contacted') return null;
  return sort === 'fit' && hasFits ? order.fit : order.time;
}

/** Returns the companies that a catch-up found, in the core's order. */
export function companiesFound({ rows, news }: CaughtUpReply): TodayCompany[] {
  const foundAtMs = new Map(news.map(({ companyId, atMs }) => [companyId, atMs]));
  return rows.map((row) => ({ row, newsAtMs: foundAtMs.get(row.companyId) ?? null, isReceived: false }));
}

/** Returns the companies with a closing contact window, in the core's order. */
export function companiesClosing({ rows, fetched, news }: ClosingReply): TodayCompany[] {
  return rows.map((row) => {
    const isSame = ({ companyId }: { readonly companyId: string }): boolean => companyId === row.companyId;
    const contacts = fetched.find(isSame);
    return {
      row,
      newsAtMs: news.find(isSame)?.atMs ?? null,
      isReceived: false,
      ...(contacts !== undefined && {
        contacts: contactsStepOf(contacts),
        contactsAtMs: contacts.fetchedAtMs,
      }),
    };
  });
}

/**
 * Returns the text for the contact window column. If the user has logged contact today, the text states this
 * instead of the window. If the contacts have been fetched, the tooltip also contains the next step.
 */
export function windowCellText(
  { contacts }: Pick<TodayCompany, 'contacts'>,
  window: ContactWindowText,
): ContactWindowText {
  if (contacts === 'contacted') return { ...strings.contacts.contacted, tone: 'plain' };
  return contacts === 'fetched' ? { ...window, title: `${strings.contacts.next} ${window.title}` } : window;
}

/** Returns the label before the text of the contact window; null if the text is clear without one. */
export function windowLabel(
  { contacts }: Pick<TodayCompany, 'contacts'>,
  { wide, tone, hasNoContacts }: ContactWindowText,
): string | null {
  if (contacts === 'contacted' || hasNoContacts) return null;
  return wide === undefined && tone !== 'gone' ? strings.contactsLabel : strings.fetchLabel;
}

/**
 * Returns the stamp of a company's newest data: the stamp of its contacts if they were fetched after the row;
 * otherwise, the stamp of the row. If the row's stamp were always used, contacts that the user has just paid
 * for would look old.
 */
export function newestStamp({ row, contactsAtMs }: Pick<TodayCompany, 'row' | 'contactsAtMs'>): Stamp {
  const isNewer = contactsAtMs !== undefined && contactsAtMs > row.stamp.fetchedAtMs;
  return isNewer ? { source: 'contacts', fetchedAtMs: contactsAtMs } : row.stamp;
}

/** Returns the age of a row's data, as in `fetched 8 d ago`. */
export function stampAgeText({ source, fetchedAtMs }: Stamp, nowMs: number): string {
  const age = ageText(fetchedAtMs, nowMs);
  return isEventSource(source) ? strings.received(age) : strings.fetched(age);
}

export const companiesIn = (lines: readonly TodayLine[]): TodayCompany[] =>
  lines.flatMap((line) => (line.kind === 'company' ? [line.company] : []));

/** Returns the id of the company that a line is about; null for a heading. */
export function companyOfLine(line: TodayLine | null): string | null {
  if (line === null || line.kind === 'heading') return null;
  if (line.kind === 'company') return line.company.row.companyId;
  return line.kind === 'task' ? line.task.companyId : line.followUp.companyId;
}

/**
 * Describes the unseen signals that the section `news` does not list: their number, and where their companies
 * are shown.
 *
 * @param signals the ids of the companies of all unseen signals; null for a signal without a company
 */
export function otherUnseenTexts(signals: readonly (string | null)[], lines: readonly TodayLine[]): string[] {
  const places = new Map<string, TodaySection>();
  let section: TodaySection = 'followUps';
  for (const line of lines) {
    if (line.kind === 'heading') section = line.section;
    // The section `tasks` lists tasks, not the companies that they are about.
    const companyId = line.kind === 'task' ? null : companyOfLine(line);
    if (companyId !== null) places.set(companyId, section);
  }
  const listed = new Set<string>();
  const counts = new Map<TodaySection | 'handled' | 'noCompany', number>();
  for (const companyId of signals) {
    const place = companyId === null ? 'noCompany' : (places.get(companyId) ?? 'handled');
    const isListed = companyId !== null && place === 'news' && !listed.has(companyId);
    if (isListed) listed.add(companyId);
    else counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const { otherUnseen } = strings;
  return [...counts].map(([place, count]) => {
    if (place === 'handled' || place === 'noCompany') return otherUnseen[place](count);
    return place === 'news'
      ? otherUnseen.repeated(count)
      : otherUnseen.section(count, strings.sections[place]);
  });
}

/**
 * Returns the lines of Today, with a heading for each section that is not empty. A company that belongs to
 * several sections is listed and counted only in the first of them. Its tasks are listed separately.
 */
export function todayLines(lists: TodayLists): TodayLine[] {
  const companies = eachCompanyOnce(lists.followUps, lists);
  let index = 0;
  const linesOf = (section: TodaySection): TodayLine[] => {
    if (section === 'followUps') return lists.followUps.map((followUp) => ({ kind: 'follow-up', followUp }));
    if (section === 'tasks') return lists.tasks.map((task) => ({ kind: 'task', task }));
    return companies[section].map((company) => ({ kind: 'company', company, index: index++ }));
  };
  return TODAY_SECTIONS.flatMap((section) => {
    const lines = linesOf(section);
    const count = lines.length + lists.unloaded[section];
    return lines.length === 0 ? [] : [{ kind: 'heading', section, count } as const, ...lines];
  });
}
