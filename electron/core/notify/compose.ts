import type { NoticeTarget } from '../../../shared/model/notifications.ts';
import { plainText } from './plain-text.ts';

/*
 * The words of notifications. Counts, and three names at most: whoever looks over the seller's shoulder reads them too. Pure.
 */

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly target: NoticeTarget;
}

/** What is counted, with the names of the first of it. */
export interface Counted {
  readonly count: number;
  readonly names: readonly string[];
}
export interface DueTask {
  readonly title: string;
  readonly companyId: string;
  readonly companyName: string;
  /** How the seller's note on the company ends, or empty. */
  readonly lastNote: string;
  /** Days until its contacts are closed; null: unknown or closed. */
  readonly windowDays: number | null;
}
export interface DigestFacts {
  readonly raised: Counted;
  readonly closing: Counted;
  readonly tasks: readonly DueTask[];
  readonly taskCount: number;
  readonly changes: Counted;
}

const NAMES_TOLD = 3;
const NOTE_MAX = 80;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Null where there is nothing to tell. */
export function digest({ raised, closing, tasks, taskCount, changes }: DigestFacts): Notice | null {
  const parts = [
    ...(raised.count > 0 ? [counted(raised.count, 'company raised', 'companies raised')] : []),
    ...(closing.count > 0 ? [counted(closing.count, 'window closes soon', 'windows close soon')] : []),
    ...(taskCount > 0 ? [counted(taskCount, 'task due', 'tasks due')] : []),
    ...(changes.count > 0 ? [counted(changes.count, 'change on your lists', 'changes on your lists')] : []),
  ];
  if (parts.length === 0) return null;
  const [only] = tasks;
  const names = [...new Set([...closing.names, ...raised.names, ...changes.names])].slice(0, NAMES_TOLD);
  const lines = [
    ...(taskCount === 1 && only !== undefined ? [taskLine(only)] : []),
    ...(names.length > 0 ? [names.map((name) => plainText(name)).join(', ')] : []),
  ];
  return { title: `This morning: ${parts.join(', ')}`, body: lines.join('\n'), target: { kind: 'today' } };
}

/** Null where none is due. */
export function reminder(tasks: readonly DueTask[], count: number): Notice | null {
  const [first] = tasks;
  if (first === undefined || count === 0) return null;
  if (count === 1)
    return {
      title: plainText(first.title, 80),
      body: [plainText(first.companyName), ...contextOf(first)].filter((part) => part !== '').join('\n'),
      target: { kind: 'company', companyId: first.companyId },
    };
  const names = [...new Set(tasks.map(({ companyName }) => companyName))].slice(0, NAMES_TOLD);
  return {
    title: counted(count, 'task due', 'tasks due'),
    body: names.map((name) => plainText(name)).join(', '),
    target: { kind: 'today' },
  };
}

/** Companies that came in and fit, the best first; one notification however many. Null where there are none. */
export function instant(
  came: readonly { readonly companyId: string; readonly name: string; readonly fit: number }[],
): Notice | null {
  // Two events of one company are one company.
  const fitting = came.filter(
    ({ companyId }, at) => came.findIndex((each) => each.companyId === companyId) === at,
  );
  const [best] = fitting;
  if (best === undefined) return null;
  if (fitting.length === 1)
    return {
      title: `${plainText(best.name)} raised`,
      body: `Fits ${best.fit} of 100.`,
      target: { kind: 'company', companyId: best.companyId },
    };
  const names = fitting.slice(0, NAMES_TOLD).map(({ name }) => plainText(name));
  return {
    title: `${fitting.length} companies that fit raised`,
    body: names.join(', '),
    target: { kind: 'signals' },
  };
}

export const TEST_NOTICE: Notice = {
  title: 'Notifications work',
  body: 'This is how Roundwatch tells you what came in.',
  target: { kind: 'settings' },
};

const taskLine = (task: DueTask): string =>
  [`${plainText(task.title, 80)}: ${plainText(task.companyName)}`, ...contextOf(task)].join('. ');

const contextOf = ({ lastNote, windowDays }: DueTask): string[] => [
  ...(lastNote === '' ? [] : [`Last note: ${plainText(lastNote.replace(/\.+$/u, ''), NOTE_MAX)}`]),
  ...(windowDays === null ? [] : [`Contacts close in about ${counted(windowDays, 'day', 'days')}`]),
];
