import { assertNever } from '../../../../shared/app-failure.ts';
import type { ContactsOfCompany } from '../../../../shared/model/company.ts';
import type { TimelineAction, TimelineEntry, TimelineFact } from '../../../../shared/model/timeline.ts';
import {
  amountText,
  calendarText,
  dayText,
  dayTimeText,
  exactText,
  sourceText,
  timeText,
} from '../../../lib/format.ts';
import { fullCostText } from '../../../ui/text/price-text.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { safeLine, safeName } from '../../../lib/safe-text.ts';
import { company } from '../strings.ts';
import { timeline as strings } from './strings.ts';

interface TimelineLine {
  readonly text: string;
  /**
   * The date, such as `17 Apr`, or the date and time, such as `17 Apr 09:12`, if the time of day is known.
   */
  readonly when: string;
  /** The tooltip: the time in local time and in UTC, or only the date if the time of day is unknown. */
  readonly exact: string;
  readonly source: string;
  readonly own: boolean;
}

const DAY_ONLY = new Set<TimelineEntry['what']>(['round', 'contact']);
const MAX_TEXT_CHARACTERS = 300;

export function timelineLine(
  entry: TimelineEntry,
  people: ContactsOfCompany | null,
  nowMs: number,
): TimelineLine {
  const day = DAY_ONLY.has(entry.what) ? dayOf(entry.atMs) : null;
  return {
    ...describe(entry, people),
    when: day === null ? momentText(entry.atMs, nowMs) : (calendarText(day, nowMs) ?? day),
    exact: day ?? exactText(entry.atMs),
  };
}

/** Returns the local date of a time. 00:00 UTC stands for a date without a time. */
const dayOf = (atMs: number): string => (atMs % DAY_MS === 0 ? utcDate(atMs) : localDate(atMs));

/** Formats a time: `09:12` today, `17 Apr 09:12` this year, otherwise `17 Apr 2025`. */
function momentText(atMs: number, nowMs: number): string {
  if (new Date(atMs).getFullYear() !== new Date(nowMs).getFullYear())
    return calendarText(utcDate(atMs), nowMs) ?? '';
  return dayText(atMs) === dayText(nowMs) ? timeText(atMs) : dayTimeText(atMs);
}

type Description = Pick<TimelineLine, 'text' | 'source' | 'own'>;

/** Adds the assistant's name if an assistant made the change. */
function byAssistant(entry: TimelineAction, text: string): Omit<Description, 'own'> {
  const name = 'assistant' in entry ? entry.assistant : undefined;
  return name === undefined
    ? { text, source: strings.source.you }
    : { text: strings.byAssistant(text, safeName(name)), source: strings.source.assistant };
}

function describe(entry: TimelineEntry, people: ContactsOfCompany | null): Description {
  switch (entry.what) {
    case 'round':
    case 'highlight':
    case 'article':
    case 'roles-seen':
    case 'roles-gone':
    case 'call':
    case 'first-seen':
    case 'gone':
      return { ...describeFact(entry), own: false };
    case 'note':
    case 'status':
    case 'tagged':
    case 'listed':
    case 'task-added':
    case 'task-done':
    case 'contact':
    case 'copied':
    case 'opened':
    case 'suppressed':
    case 'erased-person':
      return { ...byAssistant(entry, describeAction(entry, people)), own: true };
    default:
      return assertNever(entry);
  }
}

function describeFact(fact: TimelineFact): Omit<Description, 'own'> {
  const { service, roundwatch } = strings.source;
  switch (fact.what) {
    case 'round': {
      const stage = fact.stage === null ? null : safeLine(fact.stage, 80);
      const amount = amountText(fact.amount)?.inSentence ?? null;
      return { text: strings.round(stage, amount && safeLine(amount, 40)), source: sourceText(fact.source) };
    }
    case 'highlight':
      return {
        text: safeLine(fact.text, MAX_TEXT_CHARACTERS),
        source: fact.origin.toLowerCase() === 'ai' ? company.highlights.ai : company.highlights.extracted,
      };
    case 'article':
      return { text: safeLine(fact.title, MAX_TEXT_CHARACTERS) || company.news.untitled, source: service };
    case 'roles-seen':
      return {
        text: strings.rolesSeen(fact.count, fact.title && safeLine(fact.title, 120)),
        source: service,
      };
    case 'roles-gone':
      return {
        text: strings.rolesRemoved(fact.count, fact.title && safeLine(fact.title, 120)),
        source: service,
      };
    case 'call':
      return {
        text: describeRequest(fact),
        source: fact.lane === 'interactive' ? strings.source.you : roundwatch,
      };
    case 'first-seen':
      return { text: strings.firstSeen, source: roundwatch };
    case 'gone':
      return { text: strings.gone, source: service };
    default:
      return assertNever(fact);
  }
}

function describeRequest({ endpoint, outcome, cost }: Extract<TimelineFact, { what: 'call' }>): string {
  const sources: Readonly<Record<string, string>> = company.why.sources;
  const what = sources[endpoint] ?? endpoint;
  switch (outcome) {
    case 'spent':
      return strings.fetched(what, fullCostText(cost));
    case 'not-found':
      return strings.notFound(what);
    case 'unknown':
      return strings.unknown(what, fullCostText(cost));
    default:
      return assertNever(outcome);
  }
}

function describeAction(action: TimelineAction, people: ContactsOfCompany | null): string {
  switch (action.what) {
    case 'note':
      return action.isFirst ? strings.noteFirst : strings.note;
    case 'status':
      if (action.statusId === null) return strings.noStatus;
      return action.name === null ? strings.deletedStatus : strings.status(safeLine(action.name, 80));
    case 'tagged':
      return strings.tagged(safeLine(action.name, 80));
    case 'listed':
      return strings.listed(safeLine(action.name, 80), safeLine(action.reason, MAX_TEXT_CHARACTERS));
    case 'task-added':
      return strings.taskAdded(safeLine(action.title, MAX_TEXT_CHARACTERS));
    case 'task-done':
      return strings.taskDone(safeLine(action.title, MAX_TEXT_CHARACTERS));
    case 'contact': {
      const [who, line] = [contactName(action, people), safeLine(action.line, MAX_TEXT_CHARACTERS)];
      return action.answer === null
        ? strings.contact(action.channel, who, line)
        : strings.answered(action.answer, who, line);
    }
    case 'copied':
      return strings.copied(action.field, contactName(action, people));
    case 'opened':
      return strings.opened(action.field, contactName(action, people));
    case 'suppressed':
      return strings.suppressed;
    case 'erased-person':
      return strings.erasedPerson;
    default:
      return assertNever(action);
  }
}

/**
 * Returns the name of the contact that an entry is about, or a placeholder if the name is not available.
 * Returns null if the entry is not about a contact.
 */
function contactName(
  { personId, aboutPerson }: { readonly personId: string | null; readonly aboutPerson: boolean },
  people: ContactsOfCompany | null,
): string | null {
  if (!aboutPerson) return null;
  const person = people?.people.find((each) => each.personId === personId);
  if (person) return safeName(person.name);
  return people?.state === 'locked' ? strings.lockedPerson : strings.removedPerson;
}
