import { COST_UNITS, COSTED_REQUESTS } from '../../../shared/cost-words.ts';
import type { OutsideUse } from '../../../shared/model/account/account.ts';
import type { CostDrift } from '../../../shared/model/budget.ts';
import { ABOUT_TO_CLOSE_DAYS } from '../../../shared/model/closing-days.ts';
import type { NoticeTarget } from '../../../shared/model/settings/notifications.ts';
import { plainText } from './plain-text.ts';

/*
 * Composes the text of notifications. Other people may see the text on the screen. It therefore contains only
 * numbers, at most three company names and, for a single task, its title and the last line of the user's note
 * on the company.
 */

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly target: NoticeTarget;
}

/** The number of companies or changes, and the names of the first companies. */
export interface CountedNotice {
  readonly count: number;
  readonly names: readonly string[];
}
export interface DueTask {
  readonly title: string;
  readonly companyId: string;
  readonly companyName: string;
  /** The last line of the user's note on the company; empty if there is none. */
  readonly lastNote: string;
  /** Days until the company's contact window closes; null if the window is closed or its end is unknown. */
  readonly windowDays: number | null;
}
export interface DigestFacts {
  readonly raised: CountedNotice;
  readonly closing: CountedNotice;
  readonly tasks: readonly DueTask[];
  readonly taskCount: number;
  readonly changes: CountedNotice;
}

const MAX_NAMES = 3;
const NOTE_MAX = 80;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Returns the daily digest; null if there is nothing to report. */
export function digest({ raised, closing, tasks, taskCount, changes }: DigestFacts): Notice | null {
  const parts = [
    ...(raised.count > 0 ? [counted(raised.count, 'company raised money', 'companies raised money')] : []),
    ...(closing.count > 0
      ? [
          `${counted(closing.count, 'contact window closes', 'contact windows close')} within ${ABOUT_TO_CLOSE_DAYS} days`,
        ]
      : []),
    ...(taskCount > 0 ? [counted(taskCount, 'task due', 'tasks due')] : []),
    ...(changes.count > 0
      ? [`${counted(changes.count, 'change', 'changes')} to companies and investors you watch`]
      : []),
  ];
  if (parts.length === 0) return null;
  const [only] = tasks;
  const names = [...new Set([...closing.names, ...raised.names, ...changes.names])].slice(0, MAX_NAMES);
  const lines = [
    ...(taskCount === 1 && only !== undefined ? [taskLine(only)] : []),
    ...(names.length > 0 ? [names.map((name) => plainText(name)).join(', ')] : []),
  ];
  return { title: `Digest: ${parts.join(', ')}`, body: lines.join('\n'), target: { kind: 'today' } };
}

/** Returns the notification about due tasks; null if no task is due. */
export function reminder(tasks: readonly DueTask[], count: number): Notice | null {
  const [first] = tasks;
  if (first === undefined || count === 0) return null;
  if (count === 1)
    return {
      title: plainText(first.title, 80),
      body: [plainText(first.companyName), ...contextOf(first)].filter((part) => part !== '').join('\n'),
      target: { kind: 'company', companyId: first.companyId },
    };
  const names = [...new Set(tasks.map(({ companyName }) => companyName))].slice(0, MAX_NAMES);
  return {
    title: counted(count, 'task due', 'tasks due'),
    body: names.map((name) => plainText(name)).join(', '),
    target: { kind: 'today' },
  };
}

/** Returns one notification for all `companies`, which must be sorted by fit; null if there are none. */
export function instant(
  companies: readonly {
    readonly companyId: string;
    readonly name: string;
    readonly fit: number;
    /** Whether `fit` contains the service's own score instead of the computed fit. */
    readonly isIcpMatch: boolean;
  }[],
): Notice | null {
  // Removes repeated companies, because a company may have several events.
  const fitting = companies.filter(
    ({ companyId }, at) => companies.findIndex((each) => each.companyId === companyId) === at,
  );
  const [best] = fitting;
  if (best === undefined) return null;
  if (fitting.length === 1)
    return {
      title: `${plainText(best.name)} raised money`,
      body: best.isIcpMatch ? `ICP match ${best.fit}%` : `Fit ${best.fit} of 100`,
      target: { kind: 'company', companyId: best.companyId },
    };
  const names = fitting.slice(0, MAX_NAMES).map(({ name }) => plainText(name));
  const target = fitting.some(({ isIcpMatch }) => isIcpMatch) ? 'your market or ICP' : 'your market';
  return {
    title: `${fitting.length} companies that fit ${target} raised money`,
    body: names.join(', '),
    target: { kind: 'signals' },
  };
}

/**
 * Returns one notification for all new rounds of watched investors; null if there are none. The notification
 * names the investors, because they are the reason for it.
 */
export function backedRounds(
  rounds: readonly {
    readonly companyId: string;
    readonly companyName: string;
    readonly investors: readonly string[];
  }[],
): Notice | null {
  const [first] = rounds;
  if (first === undefined) return null;
  if (rounds.length === 1)
    return {
      title: `${plainText(first.companyName)} raised money`,
      body: `From ${first.investors
        .slice(0, MAX_NAMES)
        .map((name) => plainText(name))
        .join(', ')}`,
      target: { kind: 'company', companyId: first.companyId },
    };
  const names = [...new Set(rounds.map(({ companyName }) => companyName))].slice(0, MAX_NAMES);
  return {
    title: `${rounds.length} new rounds from investors you watch`,
    body: names.map((name) => plainText(name)).join(', '),
    target: { kind: 'today' },
  };
}

/**
 * Returns the notification about use outside this app: in one day, other clients of the account sent more
 * requests than the user's alert threshold.
 */
export const outsideUse = (
  { dayMs, requests }: OutsideUse,
  { above, todayMs }: { readonly above: number; readonly todayMs: number },
): Notice => ({
  title: `${counted(requests, 'request', 'requests')} by other devices ${dayMs === todayMs ? 'today' : 'yesterday'}`,
  body: `Other devices using your account made ${above === 0 ? 'requests' : `more than ${counted(above, 'request', 'requests')}`} in one day (UTC).`,
  target: { kind: 'quota' },
});

/**
 * Returns the notification about a corrected cost: normal usage showed that the service charges a different
 * amount than the app had assumed.
 */
export function changedCost({ endpoint, unit, before, after }: CostDrift): Notice {
  const [one, many] = COST_UNITS[unit];
  // The text must not say “free”, because the request can still cost something in another unit.
  const amount = after === 0 ? `no ${many}` : counted(after, one, many);
  return {
    title: 'A price has changed',
    body: `${COSTED_REQUESTS[endpoint] ?? 'A request'} now costs ${amount} instead of ${before}. Roundwatch uses the new price.`,
    target: { kind: 'quota' },
  };
}

export const TEST_NOTICE: Notice = {
  title: 'Notifications work',
  body: 'Notifications from Roundwatch look like this.',
  target: { kind: 'settings' },
};

const taskLine = (task: DueTask): string =>
  [`${plainText(task.title, 80)}: ${plainText(task.companyName)}`, ...contextOf(task)].join('. ');

const contextOf = ({ lastNote, windowDays }: DueTask): string[] => [
  ...(lastNote === '' ? [] : [`Last note: ${plainText(lastNote.replace(/\.+$/u, ''), NOTE_MAX)}`]),
  ...(windowDays === null ? [] : [`Contact window closes in about ${counted(windowDays, 'day', 'days')}`]),
];
