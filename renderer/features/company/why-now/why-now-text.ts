import { DAY_MS } from '../../../../shared/durations.ts';
import { windowDaysLeft } from '../../../../shared/window-days-left.ts';
import type { Amount } from '../../../../shared/model/company.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import { announcementAge } from '../../../lib/announcement-age.ts';
import {
  amountText,
  calendarLongText,
  calendarText,
  capitalise,
  exactText,
  sourceText,
} from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { spokenAge } from '../../../lib/spoken-age.ts';
import { kit } from '../../../ui/strings.ts';
import { whyNowStrings as strings } from './strings.ts';

/*
 * Writes a company's why-now line from stored facts: the round with its lead investor, hiring, and the
 * contact window, in this order. Omits unknown facts, and a contact window that has closed.
 */

/** Maximum length of a line in UTF-16 code units. */
export const WHY_NOW_MAX = 120;
/** Maximum lengths of a name, tried in this order until the line is short enough. */
const NAME_LENGTHS = [48, 24];
const STAGE_MAX = 30;
/** Age, in days, from which a round's date is shown instead of its age. */
const DATE_FROM_DAYS = 91;

export type WhyNowKind = 'round' | 'investor' | 'hiring' | 'window';

export interface WhyNowPart {
  readonly kind: WhyNowKind;
  /** The text before the fact, such as `, led by `. */
  readonly before: string;
  /** The fact itself. Contains no control characters, so it cannot change the text around it. */
  readonly text: string;
  /**
   * The time when the fact was fetched, shown in a tooltip. Empty for the contact window, which is computed
   * and not fetched.
   */
  readonly source: string;
}
/**
 * A part of the line, separated from the others by a middle dot: the round with its lead investor, the open
 * roles, or the contact window.
 */
export type WhyNowClause = readonly WhyNowPart[];

interface Choice {
  /** Whether to include the contact window. False if a chip beside the line already shows the window. */
  readonly window: boolean;
  /** Whether the line addresses the company: `your €12M Series A`. */
  readonly isToCompany?: boolean;
}
const WHOLE: Choice = { window: true };
export const WHY_NOW_SEPARATOR = ' · ';

/**
 * Returns the clauses of the line, at most three. If the line would be longer than `WHY_NOW_MAX`, the lead
 * investor's name is shortened, and then clauses are dropped from the end.
 */
export function whyNowClauses(
  facts: WhyNow | null,
  nowMs: number,
  { window, isToCompany = false }: Choice = WHOLE,
): readonly WhyNowClause[] {
  if (facts === null) return [];
  const clausesWith = (nameMax: number): WhyNowClause[] =>
    capitalised(
      [
        roundClause(facts, { nowMs, nameMax, isToCompany }),
        hiringClause(facts, nowMs),
        window ? windowClause(facts, nowMs) : [],
      ].filter(({ length }) => length > 0),
    );
  const fits = (clauses: readonly WhyNowClause[]): boolean => lineOf(clauses).length <= WHY_NOW_MAX;
  const fitting = NAME_LENGTHS.map(clausesWith).find(fits);
  if (fitting !== undefined) return fitting;
  const clauses = clausesWith(Math.min(...NAME_LENGTHS));
  while (!fits(clauses)) clauses.pop();
  return clauses;
}

/** Returns the line as plain text; empty if nothing is known. */
export const whyNowLine = (facts: WhyNow | null, nowMs: number, choice: Choice = WHOLE): string =>
  lineOf(whyNowClauses(facts, nowMs, choice));

/** A message omits the contact window, which does not concern the recipient. */
const IN_MESSAGE: Choice = { window: false, isToCompany: true };

/**
 * Returns the why-now line for a message, addressed to the recipient and without a full stop: `you raised
 * your €12M Series A three weeks ago, and are hiring 4 in sales`. Null if nothing is known.
 */
export function whyNowSentence(facts: WhyNow | null, nowMs: number): string | null {
  const verbs = whyNowClauses(facts, nowMs, IN_MESSAGE).map(verbText);
  const sentence = strings.you(verbs);
  if (verbs.length < 2 || sentence.length <= WHY_NOW_MAX) return verbs.length === 0 ? null : sentence;
  return strings.you(verbs.slice(0, 1));
}

/** Returns the first clause for a message, such as `you raised your €12M Series A three weeks ago`; null if nothing is known. */
export function whyNowShort(facts: WhyNow | null, nowMs: number): string | null {
  const [first] = whyNowClauses(facts, nowMs, IN_MESSAGE);
  return first === undefined ? null : strings.you([verbText(first)]);
}

/** Returns a clause in the form that follows “you”: `raised €12M`, `are hiring 4`. */
function verbText(clause: WhyNowClause): string {
  const text = clauseText(clause);
  const lower = text.slice(0, 1).toLowerCase() + text.slice(1);
  return clause[0]?.kind === 'hiring' ? strings.are(lower) : lower;
}

const clauseText = (clause: WhyNowClause): string =>
  clause.map(({ before, text }) => `${before}${text}`).join('');
const lineOf = (clauses: readonly WhyNowClause[]): string => clauses.map(clauseText).join(WHY_NOW_SEPARATOR);

/**
 * Makes the line begin with a capital letter. Needed only for a line without a round, because all others
 * begin with “Raised”.
 */
const capitalised = ([first, ...others]: WhyNowClause[]): WhyNowClause[] =>
  first === undefined
    ? []
    : [
        first.map((part, at) =>
          at > 0 || part.before !== '' ? part : { ...part, text: capitalise(part.text) },
        ),
        ...others,
      ];

/**
 * Sanitises a name from the service. Replaces middle dots, because they would look like the ends of clauses.
 */
const nameText = (name: string, max: number): string =>
  safeLine(name.replaceAll('·', '-').replace(/\s+/g, ' '), max);

function roundClause(
  { round }: WhyNow,
  { nowMs, nameMax, isToCompany }: { nowMs: number; nameMax: number; isToCompany: boolean },
): WhyNowClause {
  const announced = round === null ? null : announcedText(round.announcedOn, nowMs, isToCompany);
  if (round === null || announced === null) return [];
  const raised = raisedText(round, isToCompany);
  if (raised === null) return [];
  const source = kit.fetchedTitle(exactText(round.stamp.fetchedAtMs), sourceText(round.stamp.source));
  const name = nameText(round.lead?.name ?? '', nameMax);
  return [
    { kind: 'round', before: `${strings.raised} `, text: `${raised} ${announced}`, source },
    ...(name === ''
      ? []
      : [
          {
            kind: 'investor' as const,
            before: `, ${round.lead?.isOnly === true ? strings.ledBy : strings.coLedBy} `,
            text: name,
            source,
          },
        ]),
  ];
}

/** Rounds an amount to two digits, because a message about "your €8.78M" would sound odd. */
const roundedAmount = (amount: Amount | null): Amount | null =>
  amount?.value == null ? amount : { ...amount, value: Number(amount.value.toPrecision(2)) };

/**
 * Returns the text for a round and its amount, such as `€12M Series A`; null for a bootstrapped company
 * without an amount.
 */
function raisedText({ stage, amount }: NonNullable<WhyNow['round']>, isToCompany: boolean): string | null {
  const written = isToCompany ? roundedAmount(amount) : amount;
  const short = written?.value == null ? '' : safeLine(amountText(written)?.short ?? '', 40);
  const named = stage === null ? '' : nameText(stage, STAGE_MAX);
  if (/^debt$/i.test(named)) return short === '' ? strings.debt : strings.inDebt(short);
  // A bootstrapped company has not raised money. Without an amount, there is therefore nothing to show.
  if (/^bootstrapped$/i.test(named)) return short === '' ? null : short;
  if (short === '') {
    if (isToCompany) return strings.yourRound(named);
    return named === '' ? strings.roundOfUnknownStage : strings.round(named);
  }
  if (named === '') return short;
  return isToCompany ? strings.your(`${short} ${named}`) : `${short} ${named}`;
}

/**
 * Returns `today`, `21 days ago` (in a message, `three weeks ago`) or `on 12 Mar 2025`; null if the date is
 * in the future or not a date.
 */
function announcedText(date: string, nowMs: number, isToCompany: boolean): string | null {
  const days = Math.floor(nowMs / DAY_MS) - Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (!(days >= 0)) return null;
  if (isToCompany && days < DATE_FROM_DAYS) return spokenAge(days);
  return days < DATE_FROM_DAYS ? announcementAge(date, nowMs) : strings.on(calendarLongText(date) ?? date);
}

function hiringClause({ hiring }: WhyNow, nowMs: number): WhyNowClause {
  if (hiring === null) return [];
  const { count, isAtLeast, sinceMs, departments, fetchedAtMs } = hiring;
  const names = departments.map((each) => strings.departments[each]).join(' and ');
  const day =
    sinceMs === null
      ? null
      : calendarText(new Date(sinceMs).toISOString().slice(0, 'YYYY-MM-DD'.length), nowMs);
  const text = [
    strings.hiring(count, isAtLeast),
    names === '' ? '' : strings.in(names),
    day === null ? '' : strings.since(day),
  ].join('');
  return [
    {
      kind: 'hiring',
      before: '',
      text,
      source: kit.fetchedTitle(exactText(fetchedAtMs), sourceText('open-roles')),
    },
  ];
}

function windowClause({ closesAtMs }: WhyNow, nowMs: number): WhyNowClause {
  // The contact window may have closed since the facts were read.
  if (closesAtMs === null || closesAtMs <= nowMs) return [];
  return [
    { kind: 'window', before: '', text: strings.closes(windowDaysLeft(closesAtMs, nowMs)), source: '' },
  ];
}
