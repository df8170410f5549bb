import { contactLog } from '../user-data/strings.ts';
import type { Answer, Channel } from '../../../../shared/model/user-data.ts';
import type { FieldKind } from '../../../../shared/model/link.ts';
import { countText, plural } from '../../../lib/format.ts';

const FIELDS: Readonly<Record<FieldKind, string>> = {
  website: 'Website',
  linkedin: 'LinkedIn page',
  'person-linkedin': 'LinkedIn profile',
  article: 'News article',
  role: 'Role listing',
  email: 'E-mail address',
  name: 'Company name',
  message: 'Message',
};
const CONTACTED: Readonly<Record<Channel, string>> = {
  call: 'Call with',
  email: 'E-mail to',
  meeting: 'Meeting with',
  linkedin: 'LinkedIn message to',
  message: 'Message to',
  other: 'Contact with',
};
const of = (who: string | null): string => (who === null ? '' : ` of ${who}`);
const others = (count: number, title: string | null): string =>
  title === null ? '' : count === 1 ? `: ${title}` : `: ${title} and ${countText(count - 1)} more`;

export const timeline = {
  title: 'Timeline',
  showLabel: 'Show in the timeline',
  show: { all: 'All', facts: 'Facts', own: 'Your data' },
  none: {
    all: 'No entries yet.',
    facts: 'No facts about this company yet.',
    own: 'Your activity, such as notes, tasks and calls, appears here.',
  },
  older: 'Show older entries',
  reading: 'Loading…',
  source: {
    service: 'service',
    webhook: 'webhook',
    you: 'you',
    assistant: 'assistant',
    roundwatch: 'Roundwatch',
  },
  byAssistant: (text: string, name: string) => `${text} (${name})`,
  round: (stage: string | null, amount: string | null): string =>
    `${stage ?? 'Round'} announced${amount === null ? '' : `, ${amount}`}`,
  highlight: (text: string) => text,
  rolesSeen: (count: number, title: string | null) =>
    `${plural(count, 'open role')} first seen${others(count, title)}`,
  rolesRemoved: (count: number, title: string | null) =>
    `${plural(count, 'open role')} no longer listed${others(count, title)}`,
  fetched: (what: string, price: string) => `${what} fetched, ${price}`,
  notFound: (what: string) => `${what} not available, no charge`,
  unknown: (what: string, price: string) => `${what}: response lost, counted as ${price}`,
  firstSeen: 'Added to your library',
  gone: 'No longer listed by the service',
  noteFirst: 'Note added',
  note: 'Note edited',
  status: (name: string) => `Status: ${name}`,
  noStatus: 'Status removed',
  deletedStatus: 'Changed to a status you later deleted',
  tagged: (name: string) => `Tagged “${name}”`,
  listed: (name: string, reason: string) =>
    reason === '' ? `Saved to ${name}` : `Saved to ${name}: ${reason}`,
  taskAdded: (title: string) => `Task added: ${title}`,
  taskDone: (title: string) => `Task done: ${title}`,
  contact: (channel: Channel, who: string | null, line: string) =>
    `${who === null ? contactLog.channels[channel] : `${CONTACTED[channel]} ${who}`}${line === '' ? '' : `: ${line}`}`,
  answered: (answer: Answer, who: string | null, line: string) =>
    `${contactLog.answered(answer, who)}${line === '' ? '' : `: ${line}`}`,
  copied: (field: FieldKind, who: string | null) =>
    field === 'message'
      ? `Message${who === null ? '' : ` to ${who}`} copied`
      : `${FIELDS[field]}${of(who)} copied`,
  opened: (field: FieldKind, who: string | null) =>
    field === 'email'
      ? `Message to ${who ?? 'a contact'} passed to your mail program`
      : `${FIELDS[field]}${of(who)} opened`,
  suppressed: 'Contact blocked',
  erasedPerson: 'Contact erased',
  lockedPerson: 'a locked contact',
  removedPerson: 'a deleted contact',
} as const;
