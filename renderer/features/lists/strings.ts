import { countText, plural } from '../../lib/format.ts';

/** Returns a number of companies, such as `1 company` or `12 companies`. */
export const companies = (count: number): string => plural(count, 'company', 'companies');
/** Returns the name of a single company if it is known; otherwise, the number of companies. */
const subject = (count: number, name: string | null): string =>
  count === 1 && name !== null ? name : companies(count);

export const lists = {
  onLists: (names: string) => `on ${names}`,
  tagged: (names: string) => `tagged ${names}`,
  newList: 'New list',
  newListMenu: 'New list…',
  listName: 'Name',
  create: 'Create list',
  rename: 'Rename list',
  created: (name: string) => `List “${name}” created`,
  renamed: (from: string, to: string) => `List “${from}” renamed to “${to}”`,
  renameTitle: 'Rename list',
  createTitle: 'New list',
  nameTaken: 'Another list has this name.',
  nameNeeded: 'Enter a name for the list.',
  /** The choices of the fit filter. */
  anyFit: 'Any fit',
  fits: {
    high: (count: string) => `Fit 70 or more (${count})`,
    medium: (count: string) => `Fit 40 to 69 (${count})`,
    low: (count: string) => `Fit below 40 (${count})`,
    none: (count: string) => `Fit unknown (${count})`,
  },
  /** The headings of a list sorted by amount. */
  headings: {
    currency: (currency: string) => currency,
    unknown: () => 'Unknown currency',
    rest: () => 'No amount',
  },
  newStatus: {
    menu: 'New status…',
    title: 'New status',
    name: 'Name',
    confirm: 'Add and set status',
    nameTaken: 'Another status has this name.',
    nameNeeded: 'Enter a name for the status.',
    atMost: (max: number) => `limit of ${countText(max)} statuses reached`,
  },
  task: {
    button: 'Add task',
    title: 'Add task',
    about: (count: number) =>
      count === 1
        ? 'Adds this task to the selected company.'
        : `Adds this task to each of the ${countText(count)} selected companies.`,
    what: 'Task',
    days: { tomorrow: 'Tomorrow', 'three-days': 'In 3 days', 'next-week': 'Next week' },
    /** Replaces `days.tomorrow` on a Sunday. */
    tomorrowNextWeek: 'Tomorrow (next week)',
    needed: 'Enter a task.',
    save: (count: number) => (count === 1 ? 'Add task' : `Add ${countText(count)} tasks`),
    added: (count: number) => (count === 1 ? 'Task added to 1 company' : `Task added to ${companies(count)}`),
  },
  /** The dialog that saves the selected companies to a list with a reason. */
  saveWithReason: {
    title: 'Save with a reason',
    about: (count: number) =>
      count === 1
        ? 'If the company is already on the list, this reason replaces its earlier one.'
        : `Each of the ${countText(count)} selected companies gets this reason. If one is already on the list, its earlier reason is replaced.`,
    list: 'List',
    choose: 'Choose a list',
    chooseNeeded: 'Choose a list.',
    newName: 'Name of the new list',
    reason: 'Reason',
    placeholder: (count: number) =>
      count === 1 ? 'Why is this company on the list?' : 'Why are these companies on the list?',
    needed: 'Enter a reason.',
    save: 'Save to list',
  },
  /** What today's plan would spend on companies that were just saved to a list. */
  planned: {
    records: (records: string, subject: string) =>
      `Saving is free. Your next plan would use ${records} for ${subject}.`,
    show: 'Show plan',
  },
  select: {
    pick: (name: string) => `Select ${name}`,
    bar: 'Selection',
    some: (count: number, total: number) => `${countText(count)} of ${countText(total)} selected`,
    full: (max: number) => `You can select at most ${max} companies.`,
    all: (count: number) => `Select all ${countText(count)}`,
    first: (max: number) => `Select the first ${max} (maximum)`,
    none: 'Clear selection',
    list: 'Save to a list',
    withReason: 'Save with a reason…',
    status: 'Set status',
    tag: 'Add tag',
    noStatus: 'No status',
    current: 'current',
    currentStatus: 'current status',
    onList: 'on this list',
    newTag: 'Tag',
    addTag: 'Add tag',
    yourTags: 'Your tags',
    tagTyped: 'Choose one of your tags, or type a new one.',
    listed: (count: number, list: string, name: string | null = null) =>
      `${subject(count, name)} saved to ${list}`,
    taken: (count: number, list: string, name: string | null = null) =>
      `${subject(count, name)} removed from ${list}`,
    statusSet: (count: number, status: string, name: string | null = null) =>
      `Status of ${subject(count, name)} set to ${status}`,
    statusCleared: (count: number, name: string | null = null) =>
      `Status removed from ${subject(count, name)}`,
    tagged: (count: number, tag: string) => `${companies(count)} tagged “${tag}”`,
    nothing: (what: string) => `Nothing changed: ${what}`,
    areOn: (list: string) => `already on ${list}`,
    areOnWithReason: (list: string) => `already on ${list} with this reason`,
    have: (status: string) => `the status is already “${status}”`,
    haveNone: 'there’s no status to remove',
    areTagged: (tag: string) => `already tagged “${tag}”`,
  },
} as const;
