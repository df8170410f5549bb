import Building from '@lucide/svelte/icons/building-2';
import Info from '@lucide/svelte/icons/info';
import Mail from '@lucide/svelte/icons/mail';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Users from '@lucide/svelte/icons/users';
import type { Component } from 'svelte';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ContactMatchCounts } from '../../../shared/model/buyer-roles.ts';
import { priceWithMatches } from '../../features/company/contacts/match-text.ts';
import { writeTo } from '../../features/company/contacts/strings.ts';
import { company as companyStrings } from '../../features/company/strings.ts';
import { openAndRun } from '../../features/lists/triage/run-in-company.svelte.ts';
import { isSelecting } from '../../features/lists/triage/triage-commands.ts';
import { availableCommand, type Command } from '../../session/commands/command.ts';
import type { App } from '../../session/app.svelte.ts';
import type { MenuItem, Submenu } from '../../ui/overlays/menu-item.ts';
import { priceOf } from '../../ui/text/price-text.ts';
import { frame } from '../strings.ts';
import type { RowTargets } from './row-menu-request.ts';
import { copyMenu, snoozeMenu, type RowFacts } from './snooze-and-copy-menus.ts';

const strings = frame.rowMenu;

// Ids of a row's commands, by group. If several available commands have the same id, the menu shows the last
// one.
const OPEN_GROUP: readonly string[] = ['company.window'];
const TRIAGE_GROUP: readonly string[] = ['today.task-done', 'triage.done', 'triage.back'];
const WRITE_GROUP: readonly string[] = ['triage.note', 'company.note', 'triage.task', 'company.task'];
/** The commands that replace `WRITE_GROUP` while companies are selected. They apply to the selected companies. */
const WRITE_SELECTED_GROUP: readonly string[] = ['triage.note-selected', 'triage.task-all'];
const LAST_GROUP: readonly string[] = ['triage.select'];

export interface RowPrices {
  readonly profile: Preview | null;
  readonly contacts: Preview | null;
  /** How many stored contacts match the buyer roles; null if unknown. */
  readonly matches: ContactMatchCounts | null;
}
export const NO_PRICES: RowPrices = { profile: null, contacts: null, matches: null };

/** Reads the prices of a company's profile and contacts, and how many contacts match. Sends no request to the service. */
export async function rowPrices(app: App, companyId: string): Promise<RowPrices> {
  const calls = [
    { endpoint: 'company' as const, companyId },
    { endpoint: 'contacts' as const, companyId },
  ];
  const [{ previews }, { matches }] = await Promise.all([
    app.api.quota.prices({ calls, screen: 'company' }),
    app.api.companies.contactMatches({ id: companyId }),
  ]);
  const [profile = null, contacts = null] = previews;
  return { profile, contacts, matches };
}

interface RowMenuParts {
  readonly companyId: string;
  readonly targets: RowTargets;
  readonly prices: RowPrices;
  readonly facts: RowFacts | null;
  /** The submenus with the user's lists and statuses. */
  readonly marks: readonly Submenu[];
}

/** Returns the actions for a company's row, with their keys and prices. */
export function rowMenu(
  app: App,
  { companyId, targets, prices, facts, marks }: RowMenuParts,
): readonly MenuItem[] {
  const { commands, navigation } = app;
  const open: MenuItem = {
    label: strings.open,
    icon: Building,
    keys: navigation.companyId === null ? 'Enter' : undefined,
    run: () => navigation.openCompany(companyId, navigation.companyId !== null),
  };
  const ofGroup = (ids: readonly string[]): MenuItem[] =>
    ids.flatMap((id) => {
      const command = availableCommand(commands.all, id);
      return command === undefined ? [] : [itemOf(app, command)];
    });
  const groups: readonly (readonly (MenuItem | null)[])[] = [
    [open, ...ofGroup(OPEN_GROUP)],
    [...ofGroup(TRIAGE_GROUP), snoozeMenu(app), ...marks],
    [
      ...(targets.companyIds.length > 1 ? [] : [writeItem(app, companyId, facts)]),
      ...ofGroup(writeGroup(app, targets)),
    ],
    paidItems(app, companyId, prices, facts),
    [
      ...ofGroup(LAST_GROUP),
      copyMenu(app, companyId, targets, facts),
      targets.companyIds.length > 1 ? null : whyItem(app, companyId),
    ],
  ];
  return groups.flatMap((group) =>
    group.filter((item) => item !== null).map((item, at) => ({ ...item, separated: at === 0 })),
  );
}

/** Returns the ids of the commands for notes and tasks of the targets. */
function writeGroup(app: App, { companyIds }: RowTargets): readonly string[] {
  if (!isSelecting(app)) return WRITE_GROUP;
  // If only the open company is selected, its page has the command for its note.
  const isOpen = companyIds.length === 1 && companyIds[0] === app.navigation.companyId;
  return isOpen ? ['company.note', ...WRITE_SELECTED_GROUP] : WRITE_SELECTED_GROUP;
}

const isComponent = (icon: unknown): icon is Component => typeof icon === 'function';
const itemOf = (app: App, command: Command): MenuItem => ({
  id: command.id,
  label: command.label,
  icon: isComponent(command.icon) ? command.icon : undefined,
  price: command.price?.() ?? null,
  keys: command.shortcut,
  run: () => void app.attempt(async () => command.run()),
});

const writeItem = (app: App, companyId: string, facts: RowFacts | null): MenuItem => ({
  id: 'write',
  label: facts?.recipient == null ? writeTo.command : writeTo.button(facts.recipient),
  icon: Mail,
  keys: (
    availableCommand(app.commands.all, 'triage.write') ?? availableCommand(app.commands.all, 'company.write')
  )?.shortcut,
  run: () => openAndRun(app, companyId, 'company.write'),
});

const whyItem = (app: App, companyId: string): MenuItem => ({
  label: companyStrings.panels.why,
  icon: Info,
  run: () => openAndRun(app, companyId, 'company.why'),
});

function paidItems(
  app: App,
  companyId: string,
  { profile, contacts, matches }: RowPrices,
  facts: RowFacts | null,
): MenuItem[] {
  const item = (
    preview: Preview | null,
    label: string,
    icon: Component,
    command: string,
    counts: ContactMatchCounts | null = null,
  ): MenuItem[] =>
    preview === null || preview.decision.kind !== 'go'
      ? []
      : [
          {
            id: command,
            label,
            icon,
            price: priceWithMatches(priceOf(preview), counts),
            keys: isSelecting(app) ? undefined : availableCommand(app.commands.all, command)?.shortcut,
            run: () => openAndRun(app, companyId, command),
          },
        ];
  const { fetchProfile, refreshProfile, commands } = companyStrings;
  return [
    ...item(profile, facts?.hasProfile ? refreshProfile : fetchProfile, RefreshCw, 'company.profile'),
    ...item(contacts, commands.people, Users, 'company.people', matches),
  ];
}
