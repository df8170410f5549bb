import { countText, plural } from '../../../lib/format.ts';

/** UI text for triaging a list. */
export const triage = {
  times: { tomorrow: 'Tomorrow morning', 'three-days': 'In 3 days', 'next-week': 'Next week' },
  tomorrow: 'tomorrow',
  companies: (count: string) => `${count} companies`,
  done: 'Done',
  doneWhat: (what: string) => `Mark ${what} done`,
  putBack: 'Put back',
  putBackWhat: (what: string) => `Put ${what} back`,
  snooze: 'Snooze',
  snoozeWhat: (what: string) => `Snooze ${what}`,
  lists: 'Lists',
  this: 'this company',
  toasts: {
    done: (what: string) => `${what} done`,
    snoozed: (what: string, until: string) => `Snoozed ${what} until ${until}`,
    back: (what: string) => `${what} put back`,
    already: 'Nothing to change: all of them are done already.',
  },
  mark: {
    done: 'done',
    snoozed: (until: string) => `snoozed until ${until}`,
  },
  progress: (handled: number, total: number) => `${countText(handled)} of ${countText(total)}`,
  progressLabel: 'Gone through',
  progressText: (handled: number, total: number) =>
    `${countText(handled)} of ${countText(total)} done or snoozed`,
  commands: {
    group: 'Go through',
    down: 'Next',
    up: 'Previous',
    open: 'Open',
    toggle: 'Select the company',
    all: 'Select what was found',
    none: 'Clear the selection',
    done: 'Mark done',
    doneOrBack: 'Mark done, or put back',
    putBack: 'Put back',
    snooze: 'Snooze…',
    save: 'Save to a list',
    lists: 'Choose lists',
    note: 'Write a note',
    task: 'Add a task',
    profile: 'Show what its profile costs',
  },
  dialog: {
    title: (what: string) => `Snooze ${what}`,
    about: 'Until then it is left out of Today and Signals, and grey elsewhere.',
    times: 'Until',
    date: 'Another day',
    dateHint: 'In the morning, at 08:00',
    dateWrong: 'A day after today, within a year',
    confirm: 'Snooze until that day',
    cancel: 'Cancel',
  },
  end: {
    title: 'That was all of it.',
    did: (parts: readonly string[]) => `${joined(parts)}.`,
    nothing: 'Everything here is done or snoozed.',
    saved: (count: number) => `${countText(count)} saved`,
    done: (count: number) => `${countText(count)} done`,
    snoozed: (count: number) => `${countText(count)} snoozed`,
    noted: (count: number) => `${countText(count)} noted`,
    tasks: (count: number) => plural(count, 'task'),
    dismiss: 'Close this line',
    another: 'Another search',
  },
} as const;

function joined(parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  const text = rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
