import { plural } from '../../../lib/format.ts';
import type { Placeholder } from './fill-template.ts';

const PLACEHOLDER_WORDS: Readonly<Record<Placeholder, string>> = {
  'first name': 'their first name',
  'full name': 'their whole name',
  title: 'their title',
  company: 'the company',
  country: 'its country',
  industry: 'its first industry',
  stage: 'the newest stage',
  amount: 'the newest amount',
  'round date': 'the day of the raise',
  'lead investor': 'who led the newest round',
  'your note line': 'the first line of your note',
};

/** UI text for message templates. */
export const templates = {
  title: 'Message templates',
  about: 'Your own messages, filled from the library for one company. Nothing is ever sent from here.',
  none: 'No template yet.',
  unreadable: 'The templates could not be read.',
  add: 'New template',
  edit: 'Change…',
  remove: 'Remove',
  more: (name: string) => `More about ${name}`,
  list: 'Templates',
  newTitle: 'New template',
  changeTitle: 'Change the template',
  name: 'Name',
  nameNeeded: 'Give it a name',
  nameTaken: 'There is one of that name',
  subject: 'Subject',
  body: 'Message',
  placeholders: 'Filled in for you',
  insert: (name: string) => `Insert {${name}}, ${PLACEHOLDER_WORDS[name as Placeholder]}`,
  placeholderTitle: PLACEHOLDER_WORDS,
  unknown: (names: readonly string[]) =>
    `Not filled in: ${names.map((name) => `{${name}}`).join(', ')}. They stay as they are written.`,
  save: 'Save the template',
  cancel: 'Cancel',
  said: {
    written: (name: string) => `Template “${name}” saved`,
    changed: (name: string) => `Template “${name}” changed`,
    removed: (name: string) => `Template “${name}” removed`,
  },
  /** The suggested content of the first template. */
  example: {
    name: 'First note after a raise',
    subject: 'Congratulations on the {stage}',
    body: 'Hello {first name},\n\ncongratulations on the {amount} {stage} of {company} in {country}.\n\n{your note line}\n\nWould a short call next week suit you?\n',
  },
} as const;

/** UI text for a message to one contact or to no particular recipient. */
export const writeTo = {
  title: (name: string) => `Write to ${name}`,
  button: (first: string) => `Write to ${first}`,
  buttonNobody: 'Write a message',
  command: 'Write a message',
  about: 'It opens in your mail program, or is copied. Nothing is sent from here.',
  to: 'To',
  nobody: 'No one in particular',
  locked: 'People are locked: the message is written without a name and can be copied.',
  noEmail: (name: string) => `${name} (no e-mail)`,
  template: 'Template',
  blank: 'No template',
  subject: 'Subject',
  body: 'Message',
  gaps: (names: readonly string[]) =>
    `Not known: ${names.join(', ')}. ${plural(names.length, 'gap')} in [brackets]: fill ${names.length === 1 ? 'it' : 'them'} in by hand.`,
  complete: 'Everything in it is known.',
  changed: 'You changed the text: it is not filled in again unless you choose another template.',
  mail: 'Open in mail program',
  copy: 'Copy the message',
  close: 'Close',
  newTemplate: 'New template',
  changeTemplate: 'Change it',
  tooLong: 'Too long for a mail link. Copy the message instead.',
  noAddress: 'No valid e-mail address to write to.',
  opened: (name: string) => `A new message to ${name} was opened in your mail program`,
  copied: 'Message copied',
  log: 'Also write it into the contact log',
  logged: (name: string) => `Contact with ${name} written down`,
} as const;
