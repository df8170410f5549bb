import { countText, listText, plural } from '../../../lib/format.ts';
import { glossary } from '../../../ui/text/glossary-strings.ts';

export const triage = {
  /**
   * The choice `next-week` is labelled `Monday morning`, because it may be listed before `In 3 days`. The
   * label `Next week` would look out of order there.
   */
  times: { tomorrow: 'Tomorrow morning', 'three-days': 'In 3 days', 'next-week': 'Monday morning' },
  /** Replaces `times.tomorrow` on a Sunday, for users who look for `next week`. */
  tomorrowNextWeek: 'Tomorrow morning (next week)',
  snoozeFor: {
    tomorrow: 'Snooze until tomorrow morning',
    'three-days': 'Snooze for 3 days',
    'next-week': 'Snooze until Monday morning',
  },
  tomorrow: 'tomorrow',
  companies: (count: string) => `${count} companies`,
  done: 'Done',
  putBack: 'Reopen',
  snooze: 'Snooze',
  this: 'this company',
  toasts: {
    done: (what: string) => `${atStart(what)} marked as done`,
    snoozed: (what: string, until: string) => `${atStart(what)} snoozed until ${until}`,
    back: (what: string) => `${atStart(what)} reopened`,
    /** Appended to `done` and `snoozed` if a running plan still has requests for the companies. */
    planSkips: (companies: number) =>
      `The running plan now skips ${companies === 1 ? 'this company' : 'these companies'}.`,
    already: (what: string) => `Nothing changed. Already marked as done: ${what}`,
  },
  /** Shown after the message that a company was saved to a list. */
  staysOnToday: 'The company stays on Today until you mark it as done.',
  mark: {
    done: 'done',
    snoozed: (until: string) => `snoozed until ${until}`,
  },
  /**
   * Announced when the user presses a key while no row is active. Names the row that is now active, and what
   * the key does when pressed again.
   */
  started: (company: string | null, keys: string, command: string) =>
    company === null || keys === ''
      ? 'Now on the first row.'
      : `Now on ${company}. Press ${keys} again for “${command.replace(/…$/, '')}”.`,
  /** Shown when the user presses a key for one company while other companies are selected. */
  onlyOne: {
    note: 'A note belongs to one company. Select only one, or clear the selection (Esc).',
    write: 'A message goes to one company. Select only one, or clear the selection (Esc).',
    profile: 'To fetch the profile of the open company, clear the selection first (Esc).',
    people: 'To fetch contacts at the open company, clear the selection first (Esc).',
  },
  progress: (handled: number, total: number) => `${countText(handled)} of ${countText(total)} handled`,
  /** Shown instead of `progress` while no company is handled and at least one is saved. */
  progressSaved: (saved: number, total: number) =>
    `${countText(saved)} of ${countText(total)} saved to a list`,
  /**
   * Shown after the other progress, in search results only. It is a separate sentence, because saved
   * companies do not count as handled.
   */
  andSaved,
  /**
   * Shown after `progress` if there is enough room. Counts of 0 are omitted.
   * @param contacted companies that were contacted today and are neither done nor snoozed; 0 except on Today
   */
  parts: (counts: { done: number; snoozed: number; contacted?: number }) =>
    partTexts(counts)
      .map(({ text }) => text)
      .join(', '),
  partTexts,
  /** The tooltips of the links from the counts of done and snoozed companies to the library. */
  showPart: {
    done: 'Show all companies in your library that are marked as done',
    snoozed: 'Show all companies in your library that are snoozed',
  },
  showSnoozed: 'Show snoozed companies',
  /** The numbers, and what `handled` means. */
  explained: (numbers: string) => `${numbers.replace(/\.?$/, '.')} ${glossary.done.text}`,
  progressLabel: 'Triage progress',
  progressText: (
    { handled, saved, total }: { handled: number; saved: number; total: number },
    parts: string | null,
  ) =>
    [
      `${countText(handled)} of ${plural(total, 'company', 'companies')} handled`,
      ...(parts === null || parts === '' ? [] : [`: ${parts}`]),
      ...(saved === 0 ? [] : [andSaved(saved)]),
    ].join(''),
  leftText: (left: number, total: number) =>
    `${countText(left)} of ${plural(total, 'company', 'companies')} left to handle`,
  commands: {
    group: 'Triage',
    down: 'Next company',
    up: 'Previous company',
    open: 'Open company',
    toggle: 'Select or deselect company',
    all: 'Select all results',
    none: 'Clear selection',
    done: 'Mark as done',
    doneOrBack: 'Mark as done or reopen',
    putBack: 'Reopen',
    snooze: 'Snooze…',
    status: 'Set status…',
    setStatus: (status: string) => `Set status to ${status}`,
    save: 'Save to a list',
    lists: 'Save to a list (second shortcut)',
    note: 'Write a note',
    task: 'Add a task',
    write: 'Write a message',
  },
  dialog: {
    title: (what: string) => `Snooze ${what}`,
    about:
      'Snoozed companies are hidden on Today and greyed out elsewhere. To see only these, choose Triage → Snoozed in the Library.',
    times: 'Snooze until',
    date: 'Another day',
    dateHint: 'Until 08:00 on that day',
    dateRead: (moment: string) => `Until ${moment}`,
    dateWrong: 'Choose a day between tomorrow and a year from now.',
    confirm: 'Snooze until that day',
    cancel: 'Cancel',
  },
  statusDialog: {
    title: (what: string) => `Set status of ${what}`,
    about: 'Press a number, or use the arrow keys and Enter.',
    choices: 'Status',
    cancel: 'Cancel',
  },
  end: {
    title: 'All done.',
    /**
     * Shown while Today still lists other rows. `keys` is null if the user has turned off the key for the
     * next row.
     */
    goOn: (keys: string | null, others: OtherRows) =>
      keys === null
        ? `All companies are handled. Still left: ${otherRowsText(others, '')}.`
        : `All companies are handled. Press ${keys} to go to ${otherRowsText(others, 'the ')}.`,
    did: (parts: readonly string[]) => `${listText(parts)}.`,
    /** The sentence after `did`. It lists changes that do not mark a company as handled. */
    also: (parts: readonly string[]) => `Also ${listText(parts)}.`,
    nothing: 'Every company here is done or snoozed.',
    nothingOrSaved: 'Every company here is done, snoozed or saved.',
    saved: (count: number) => `${countText(count)} saved`,
    done: (count: number) => `${countText(count)} done`,
    snoozed: (count: number) => `${countText(count)} snoozed`,
    contacted: (count: number) => `${countText(count)} contacted`,
    noted: (count: number) => `${plural(count, 'note')} written`,
    tasks: (count: number) => `${plural(count, 'task')} added`,
    followUps: (count: number) => `${plural(count, 'follow-up')} planned`,
    dismiss: 'Close',
    another: 'Start another search',
  },
} as const;

/** The rows of Today that are not companies. */
export interface OtherRows {
  readonly followUps: number;
  readonly tasks: number;
}
/** Returns a text with both numbers, such as `the 2 tasks`. A single task is `the task`. */
function otherRowsText({ followUps, tasks }: OtherRows, article: string): string {
  const text = (count: number, one: string, many: string): string[] => {
    if (count === 0) return [];
    return [count === 1 && article !== '' ? `${article}${one}` : `${article}${plural(count, one, many)}`];
  };
  return listText([...text(followUps, 'follow-up', 'follow-ups'), ...text(tasks, 'task', 'tasks')]);
}

interface PartText {
  readonly kind: 'done' | 'snoozed' | 'contacted';
  readonly text: string;
}
function partTexts(counts: {
  readonly done: number;
  readonly snoozed: number;
  readonly contacted?: number;
}): readonly PartText[] {
  return (['done', 'snoozed', 'contacted'] as const).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, text: `${countText(count)} ${kind}` }];
  });
}

function andSaved(saved: number): string {
  return `. ${countText(saved)} saved to a list`;
}

/** Capitalises the placeholder for an unknown name. A known name remains unchanged. */
function atStart(what: string): string {
  return what === triage.this ? 'This company' : what;
}
