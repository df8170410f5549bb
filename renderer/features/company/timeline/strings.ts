import type { FieldKind } from '../../../../shared/model/link.ts';
import { countText, plural } from '../../../lib/format.ts';

const FIELDS: Readonly<Record<FieldKind, string>> = {
  website: 'Website',
  linkedin: 'LinkedIn of the company',
  'person-linkedin': 'LinkedIn',
  article: 'News article',
  role: 'Open role',
  email: 'E-mail',
  message: 'Message',
};
const of = (who: string | null): string => (who === null ? '' : ` of ${who}`);
const others = (count: number, title: string | null): string =>
  title === null ? '' : count === 1 ? `: ${title}` : `: ${title} and ${countText(count - 1)} more`;

/** UI text for a company's timeline. */
export const timeline = {
  title: 'Timeline',
  about: 'facts and your own actions',
  showLabel: 'Shown in the timeline',
  show: { all: 'All', facts: 'Facts', own: 'Yours' },
  none: {
    all: 'Nothing happened yet.',
    facts: 'The service told nothing yet.',
    own: 'You did nothing here yet.',
  },
  older: 'Older',
  reading: 'Reading what happened.',
  source: { service: 'service', webhook: 'webhook', you: 'you', roundwatch: 'Roundwatch' },
  round: (stage: string | null, amount: string | null): string =>
    `${stage ?? 'Round'}${amount === null ? '' : `, ${amount}`}, announced`,
  highlight: (text: string) => text,
  rolesSeen: (count: number, title: string | null) =>
    `${plural(count, 'open role')} first seen${others(count, title)}`,
  rolesRemoved: (count: number, title: string | null) =>
    `${plural(count, 'open role')} not listed any more${others(count, title)}`,
  fetched: (what: string, price: string) => `${what} fetched, ${price}`,
  notFound: (what: string) => `${what} asked for: nothing there, free`,
  unknown: (what: string, price: string) => `${what} asked for: the answer was lost, ${price} counted`,
  inBackground: 'by the plan',
  firstSeen: 'Came into your library',
  gone: 'The service did not know this company any more',
  noteFirst: 'Note written',
  note: 'Note changed',
  status: (name: string) => `Status: ${name}`,
  noStatus: 'Status taken off',
  tagged: (name: string) => `Tagged “${name}”`,
  listed: (name: string, reason: string) => (reason === '' ? `Put on ${name}` : `Put on ${name}: ${reason}`),
  taskAdded: (title: string) => `Task: ${title}`,
  taskDone: (title: string) => `Task done: ${title}`,
  contact: (how: string, who: string | null, line: string) =>
    `${how}${who === null ? '' : ` ${who}`}${line === '' ? '' : `: ${line}`}`,
  copied: (field: FieldKind, who: string | null) =>
    field === 'message'
      ? `Message${who === null ? '' : ` to ${who}`} copied`
      : `${FIELDS[field]}${of(who)} copied`,
  opened: (field: FieldKind, who: string | null) =>
    field === 'email'
      ? `Message to ${who ?? 'someone'} begun in the mail program`
      : `${FIELDS[field]}${of(who)} opened`,
  suppressed: 'Somebody asked not to be kept: suppressed',
  erasedPerson: 'Somebody was erased',
  lockedPerson: 'someone (locked)',
  removedPerson: 'someone not kept any more',
} as const;
