import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import Banknote from '@lucide/svelte/icons/banknote';
import Bookmark from '@lucide/svelte/icons/bookmark';
import BriefcaseBusiness from '@lucide/svelte/icons/briefcase-business';
import Copy from '@lucide/svelte/icons/copy';
import Cpu from '@lucide/svelte/icons/cpu';
import ExternalLink from '@lucide/svelte/icons/external-link';
import History from '@lucide/svelte/icons/history';
import Info from '@lucide/svelte/icons/info';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import Mail from '@lucide/svelte/icons/mail';
import Maximize from '@lucide/svelte/icons/maximize-2';
import Newspaper from '@lucide/svelte/icons/newspaper';
import Pencil from '@lucide/svelte/icons/pencil';
import MessageSquare from '@lucide/svelte/icons/message-square';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import SquareCheck from '@lucide/svelte/icons/square-check';
import User from '@lucide/svelte/icons/user';
import { availableCommand, type Command } from '../../session/commands/command.ts';
import { linkHint } from './links/link-hint.ts';
import { priceOf } from '../../ui/text/price-text.ts';
import { contactLog, noteStrings, tasks } from './user-data/strings.ts';
import { links } from './links/strings.ts';
import { priceWithMatches } from './contacts/match-text.ts';
import { writeTo } from './contacts/strings.ts';
import { triage as triageWords } from '../lists/triage/strings.ts';
import { company as strings } from './strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Company } from './company.svelte.ts';
import { PANELS, type PanelName } from './panels.svelte.ts';
import { openLink } from './links/open-link.ts';

interface Actions {
  readonly save: () => void;
  readonly write: () => void;
  readonly copy: () => void;
  readonly note: () => void;
  readonly history: () => void;
  /** Shows why the company's data is stored. */
  readonly why: () => void;
  readonly task: () => void;
  readonly contact: () => void;
  readonly fetchProfile: () => void;
  readonly fetchPeople: () => void;
  /** Fetches the contacts if the button with the price is in view, and otherwise goes to this button. */
  readonly fetchPeopleByKey: () => void;
  readonly fetchPanel: (name: PanelName) => void;
  /** Shows the company at full size; null if it is already shown so. */
  readonly expand: (() => void) | null;
}

const ICONS = {
  'tech-stack': Cpu,
  rounds: Banknote,
  highlights: Lightbulb,
  news: Newspaper,
  'open-roles': BriefcaseBusiness,
  'more-roles': BriefcaseBusiness,
} as const;
/** The states in which the contacts panel has a button with the price of fetching contacts. */
export const OFFERED_CONTACT_STATES: readonly string[] = ['never-fetched', 'names-only', 'closed'];
const FETCHABLE_CONTACT_STATES = [...OFFERED_CONTACT_STATES, 'fetched', 'told-none'];

/**
 * Returns the command that writes the message of the active follow-up on Today; undefined if there is none.
 * This message is due, so the key for a message writes it.
 */
export const followUpCommand = ({ commands }: App): Command | undefined =>
  availableCommand(commands.all, 'today.follow-up-write');

export function companyCommands(app: App, company: Company, actions: Actions): readonly Command[] {
  const { group } = strings.commands;
  const { expand } = actions;
  return [
    ...userDataCommands(actions),
    ...linkCommands(app, company, actions),
    {
      id: 'company.profile',
      group,
      label: company.view?.stamps.profile ? strings.refreshProfile : strings.fetchProfile,
      icon: RefreshCw,
      // The key works only while the profile is missing. Otherwise, pressing it twice would pay for the profile twice.
      ...(company.view?.stamps.profile ? {} : { shortcut: 'p' }),
      price: () => priceOf(company.profilePrice.preview),
      available: () => company.profilePrice.isPayable,
      run: actions.fetchProfile,
    },
    peopleCommand(company, actions),
    ...(expand === null ? neighbourCommands(app) : []),
    ...PANELS.map((name) => ({
      id: `company.${name}`,
      group,
      label: strings.commands[name],
      icon: ICONS[name],
      price: () => priceOf(company.panels.of[name].price.preview),
      available: () => company.panels.of[name].price.isPayable,
      run: () => actions.fetchPanel(name),
    })),
    ...(expand
      ? [
          {
            id: 'company.full',
            group,
            label: strings.commands.open,
            icon: Maximize,
            shortcut: 'o',
            run: expand,
          },
        ]
      : []),
  ];
}

/** Returns the commands that move to the next or previous company while a company is shown at full size. */
const neighbourCommands = ({ navigation }: App): readonly Command[] =>
  (
    [
      ['company.next', strings.next, ArrowDown, 'j', 1],
      ['company.previous', strings.previous, ArrowUp, 'k', -1],
    ] as const
  ).map(([id, label, icon, shortcut, direction]) => ({
    id,
    group: strings.commands.group,
    label,
    icon,
    shortcut,
    available: () => navigation.neighbour(direction) !== null,
    run: () => navigation.openNeighbour(direction),
  }));

const peopleCommand = (company: Company, actions: Actions): Command => ({
  id: 'company.people',
  group: strings.commands.group,
  icon: User,
  ...(OFFERED_CONTACT_STATES.includes(company.people?.state ?? '')
    ? { label: strings.commands.people, shortcut: 'f c' }
    : { label: strings.commands.refreshPeople, keywords: ['fetch'] }),
  price: () => priceWithMatches(priceOf(company.peoplePrice.preview), company.matches),
  available: () =>
    company.peoplePrice.isPayable && FETCHABLE_CONTACT_STATES.includes(company.people?.state ?? ''),
  run: actions.fetchPeople,
  runByKey: actions.fetchPeopleByKey,
});

function linkCommands(app: App, company: Company, { write, copy }: Actions): readonly Command[] {
  const { group } = strings.commands;
  const { website, linkedinUrl } = company.view ?? { website: null, linkedinUrl: null };
  const canOpen = (address: string | null, kind: 'website' | 'linkedin'): boolean =>
    address !== null && linkHint(address, { kind }).host !== null;
  return [
    {
      id: 'company.write',
      group,
      label: writeTo.command,
      icon: Mail,
      shortcut: 'w',
      run: write,
      runByKey: () => (followUpCommand(app)?.run ?? write)(),
    },
    { id: 'company.copy', group, label: links.commands.copy, icon: Copy, shortcut: 'c', run: copy },
    {
      id: 'company.website',
      group,
      label: links.commands.website,
      icon: ExternalLink,
      available: () => canOpen(website, 'website'),
      run: () => void openLink(app, company.id, { kind: 'website' }),
    },
    {
      id: 'company.linkedin',
      group,
      label: links.commands.linkedin,
      icon: ExternalLink,
      available: () => canOpen(linkedinUrl, 'linkedin'),
      run: () => void openLink(app, company.id, { kind: 'linkedin' }),
    },
  ];
}

function userDataCommands({ save, note, task, contact, history, why }: Actions): readonly Command[] {
  const { group } = strings.commands;
  const lists = { label: triageWords.commands.lists, icon: Bookmark, hidden: true };
  return [
    { id: 'company.save', group, label: strings.saveTo, icon: Bookmark, shortcut: 's', run: save },
    // Gives a single company the same shortcut as the command that adds selected companies to lists.
    { id: 'company.lists', group, ...lists, shortcut: 'l', run: save },
    { id: 'company.note', group, label: noteStrings.writeCommand, icon: Pencil, shortcut: 'n', run: note },
    { id: 'company.task', group, label: tasks.command, icon: SquareCheck, shortcut: 't', run: task },
    { id: 'company.contact', group, label: contactLog.command, icon: MessageSquare, run: contact },
    { id: 'company.history', group, label: noteStrings.command, icon: History, run: history },
    { id: 'company.why', group, label: strings.panels.why, icon: Info, run: why },
  ];
}
