import type { Placeholder } from './fill-template.ts';

const PLACEHOLDER_TEXT: Readonly<Record<Placeholder, string>> = {
  'first name': 'the contact’s first name',
  'full name': 'the contact’s full name',
  title: 'the contact’s job title',
  company: 'the company’s name',
  country: 'the company’s country',
  industry: 'the first industry listed for the company',
  stage: 'the stage of the latest round',
  amount: 'the amount of the latest round',
  'round date': 'the date of the latest round',
  'lead investor': 'the lead investor of the latest round',
  'why now':
    'the reason to write now, such as “you raised …, and are hiring …”; if no reason is known, any sentence in which this is the only placeholder is left out',
  'why now short':
    'the main reason to write now, such as “you raised …”; if no reason is known, any sentence in which this is the only placeholder is left out',
  'your note line': 'the first line of your note on the company',
  'your signature': 'your signature',
};

/**
 * The text of a first message, with the reason to write. Unknown facts are omitted. If the reason is unknown,
 * its sentence is omitted as well. The text mentions no product, because the app doesn't know what the user
 * sells, and contains nothing private.
 */
export const firstMessage = (known: { readonly firstName: boolean; readonly round: boolean }) => ({
  subject: known.round ? 'Congratulations on your {stage} round' : 'An idea for {company}',
  body: `${known.firstName ? 'Hello {first name}' : 'Hello'},\n\nI saw that {why now}. I’d like to show you how we could help your team.\n\nWould a short call next week suit you?\n`,
});

export const templates = {
  title: 'Message templates',
  about: 'Reusable messages. Roundwatch fills in data from your library but never sends messages.',
  builtIn: 'Built-in',
  builtInAbout: 'Messages start with this template until you save your own.',
  duplicate: 'Duplicate to edit',
  unreadable: 'Your templates couldn’t be loaded.',
  add: 'New template',
  edit: 'Edit…',
  remove: 'Delete',
  more: (name: string) => `More actions for ${name}`,
  list: 'Templates',
  newTitle: 'New template',
  changeTitle: 'Edit template',
  name: 'Name',
  nameNeeded: 'Enter a name for the template.',
  nameTaken: 'Another template has this name.',
  subject: 'Subject',
  body: 'Message',
  placeholders: 'Insert a placeholder',
  insert: (name: string) => `Insert {${name}}: ${PLACEHOLDER_TEXT[name as Placeholder]}`,
  placeholderTitle: PLACEHOLDER_TEXT,
  unknown: (names: readonly string[]) =>
    `Unknown ${names.length === 1 ? 'placeholder' : 'placeholders'}: ${new Intl.ListFormat('en').format(names.map((name) => `{${name}}`))}. Correct ${names.length === 1 ? 'it' : 'them'} here, or replace ${names.length === 1 ? 'it' : 'them'} in every message.`,
  save: 'Save template',
  cancel: 'Cancel',
  said: {
    written: (name: string) => `Template “${name}” saved`,
    changed: (name: string) => `Template “${name}” saved`,
    removed: (name: string) => `Template “${name}” deleted`,
  },
  /**
   * The built-in template. When a user creates the first template, the dialog initially contains this text.
   */
  example: {
    name: 'First message after a round',
    ...firstMessage({ firstName: true, round: true }),
  },
} as const;

/** UI text for a message to one contact or to no particular recipient. */
export const writeTo = {
  title: (name: string) => `Message to ${name}`,
  short: 'Write',
  button: (first: string) => `Write to ${first}`,
  buttonNobody: 'Write a message',
  command: 'Write a message',
  /** Shown beside the unavailable action while only the contact's name is known. */
  fetchFirst: 'Fetch contacts first',
  about: 'Open the message in your mail program, or copy it. Roundwatch never sends messages.',
  to: 'To',
  nobody: 'No recipient',
  locked: 'Contacts are locked, so the message has no recipient. You can still copy the message.',
  noEmail: (name: string) => `${name} (no valid e-mail)`,
  template: 'Template',
  blank: 'No template',
  subject: 'Subject',
  body: 'Message',
  unfilled: (marks: readonly string[]) =>
    `Fill in ${new Intl.ListFormat('en').format(marks)} before you copy or open the message.`,
  selectUnfilled: 'Go to placeholder',
  complete: 'No placeholders left to fill in.',
  suggested: 'Suggested message. Add what you offer.',
  suggestedUnsigned: 'Suggested message without a signature. Add what you offer.',
  draftKept: 'Draft kept until you quit Roundwatch',
  draftRestored: 'Your earlier draft was restored.',
  changed: 'You edited this message. Choosing another template replaces your text.',
  mail: 'Open in mail program',
  copy: 'Copy message',
  copySubject: 'Copy subject',
  subjectCopied: 'Subject copied.',
  newTemplate: 'New template',
  changeTemplate: 'Edit template',
  noAddress: 'Roundwatch has no valid e-mail address for this contact. You can still copy the message.',
  /**
   * The text does not say that the message was opened, because the app cannot tell whether a mail program
   * received it.
   */
  opened: (name: string) => `Message to ${name} passed to your mail program`,
  openedAndLogged: (name: string) => `Message to ${name} passed to your mail program and logged`,
  copied: 'Message copied. Paste it into another app.',
  copiedAndLogged: 'Message copied and logged',
  log: 'Add to the contact log',
  /** Replaces `log` once the message has been copied. */
  logNow: 'Log message',
  contactLogged: 'Message logged',
} as const;

export const signature = {
  /** Shown instead of `edit` as long as there is no signature. */
  add: 'Add signature',
  edit: 'Edit signature',
  title: 'Signature',
  about:
    'Roundwatch adds the signature at the end of each message, or wherever a template contains {your signature}. The signature is stored only on this computer.',
  text: 'Your signature',
  save: 'Save signature',
  saved: 'Signature saved',
} as const;
