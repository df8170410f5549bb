import type { Answer } from '../../../../shared/model/user-data.ts';
import { countText, plural } from '../../../lib/format.ts';

export const yours = {
  title: 'Status, tags and lists',
  status: 'Status',
  noStatus: 'No status',
  statusKeys: 'Enter to set, Esc to cancel',
  statusSet: (name: string, status: string) => `Status of ${name} set to ${status}`,
  statusCleared: (name: string) => `Status removed from ${name}`,
  tags: 'Your tags',
  tagsPlaceholder: 'Add a tag',
  newTag: (tag: string) => `New tag “${tag}”`,
  tagged: (name: string, tag: string) => `${name} tagged “${tag}”`,
  untagged: (name: string, tag: string) => `Tag “${tag}” removed from ${name}`,
  lists: 'Lists and reasons',
  noLists: 'Not on a list yet. Use “Save to a list” above.',
  reasonOn: (list: string) => `Reason for ${list}`,
  reasonPlaceholder: 'Why is this company on the list?',
  reasonOptional: 'Reason (optional)',
  reasonChanged: (list: string) => `Reason for ${list} saved`,
  dropFrom: (list: string) => `Remove from ${list}`,
  dropped: (name: string, list: string) => `${name} removed from ${list}`,
  exportNotes: 'Export your notes as Markdown files',
  exported: (files: number, place: string) => `${plural(files, 'file')} saved in ${place}`,
  exportedNone: 'No folder chosen. Nothing was exported.',
} as const;

export const noteStrings = {
  write: 'Write note',
  writeCommand: 'Write a note',
  empty: 'No note yet. Your notes are private.',
  /** Offered below a note that contains this word after a `#`. */
  addTag: (tag: string) => `Add tag “${tag}”`,
  history: 'Version history',
  command: 'Show the note’s version history',
  historyTitle: (name: string) => `Version history of the note on ${name}`,
  historyAbout: 'Newest first. Restoring a version doesn’t delete the others.',
  historyNone: 'No older versions.',
  newest: 'current',
  emptyText: 'Empty note',
  bringBack: 'Restore this version',
  broughtBack: (when: string) => `Version from ${when} restored`,
  more: (count: number) => `Show ${plural(count, 'older version')}`,
} as const;

/** UI text that the forms for tasks and contact log entries share. */
export const userDataFormStrings = {
  refused: 'Not saved. Your text stays here until you save or cancel.',
} as const;

export const tasks = {
  title: 'Tasks',
  add: 'Add task',
  command: 'Add a task',
  none: 'No open tasks.',
  /** Shown if all open tasks of the company are follow-ups, which are listed in a separate panel. */
  noneBesideFollowUps: 'No open tasks other than follow-ups.',
  what: 'Task',
  days: { today: 'Today', tomorrow: 'Tomorrow', 'next-week': 'Next week', none: 'No date' },
  /** Replaces `days.tomorrow` on a Sunday, when next week begins tomorrow. */
  tomorrowNextWeek: 'Tomorrow (next week)',
  save: 'Save task',
  change: 'Save changes',
  addedBy: (assistant: string) => `added by ${assistant}`,
  needed: 'Enter a task.',
  snoozeTo: (day: string) => `Snooze until ${day}`,
  endSnooze: 'End snooze',
  edit: 'Edit…',
  more: (title: string) => `More actions for ${title}`,
  remove: 'Delete',
  overdue: (since: string) => `overdue since ${since}`,
  dueAt: (day: string, time: string) => `${day}, ${time}`,
  dueToday: 'today',
  dueTomorrow: 'tomorrow',
  snoozed: (day: string) => `snoozed until ${day}`,
  doneOn: (day: string) => `done ${day}`,
  showDone: (count: number) => `Show ${plural(count, 'done task')}`,
  hideDone: 'Hide done tasks',
  all: (shown: number, total: number) => `Showing the first ${countText(shown)} of ${plural(total, 'task')}`,
  said: {
    added: (title: string) => `Task added: ${title}`,
    changed: (title: string) => `Task saved: ${title}`,
    done: (title: string) => `Task done: ${title}`,
    reopened: (title: string) => `Task reopened: ${title}`,
    snoozed: (title: string, day: string) => `Task snoozed until ${day}: ${title}`,
    woken: (title: string) => `Snooze ended: ${title}`,
    removed: (title: string) => `Task deleted: ${title}`,
  },
} as const;

const ANSWERED = {
  replied: 'Reply from',
  meeting: 'Meeting with',
  'not-interested': '“Not interested” from',
} as const;

export const contactLog = {
  title: 'Contact log',
  add: 'Add entry',
  command: 'Add a contact log entry',
  none: 'No calls, e-mails or meetings logged yet.',
  channel: 'Type',
  channels: {
    call: 'Call',
    email: 'E-mail',
    meeting: 'Meeting',
    linkedin: 'LinkedIn',
    message: 'Message',
    other: 'Other',
  },
  answers: { replied: 'Reply', meeting: 'Meeting', 'not-interested': 'Not interested' },
  answered: (answer: Answer, who: string | null): string =>
    who === null ? contactLog.answers[answer] : `${ANSWERED[answer]} ${who}`,
  answer: 'Response',
  noAnswer: 'No response yet',
  person: 'Contact',
  nobody: 'No specific contact',
  lockedPerson: 'locked contact',
  removedPerson: 'deleted contact',
  peopleLocked: 'Contacts are locked. Unlock them to choose one.',
  day: 'Date',
  laterDay: 'Choose today or an earlier day.',
  line: 'Summary',
  linePlaceholder: 'What did you talk about?',
  save: 'Save entry',
  edit: 'Edit…',
  saveChange: 'Save changes',
  more: (entry: string) => `More actions for ${entry}`,
  remove: 'Delete',
  entry: (channel: string, day: string) => `${channel}, ${day}`,
  showMore: (count: number) => `Show ${plural(count, 'older entry', 'older entries')}`,
  said: {
    added: (name: string) => `Contact with ${name} logged`,
    changed: 'Contact log entry saved',
    removed: 'Contact log entry deleted',
  },
} as const;
