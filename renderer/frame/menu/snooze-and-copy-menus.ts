import Clock from '@lucide/svelte/icons/alarm-clock';
import Copy from '@lucide/svelte/icons/copy';
import { byMatch, firstReachable } from '../../../shared/contact-order.ts';
import { firstNameOf } from '../../features/company/contacts/fill-template.ts';
import { copyField } from '../../features/company/links/open-link.ts';
import { company as companyStrings } from '../../features/company/strings.ts';
import { openAndRun } from '../../features/lists/triage/run-in-company.svelte.ts';
import { momentText, snoozeTimes } from '../../features/lists/triage/snooze-times.ts';
import { triage } from '../../features/lists/triage/strings.ts';
import { availableCommand } from '../../session/commands/command.ts';
import { safeLine } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Field } from '../../../shared/model/link.ts';
import type { MenuAction, Submenu } from '../../ui/overlays/menu-item.ts';
import { frame } from '../strings.ts';
import type { RowTargets } from './row-menu-request.ts';

const strings = frame.rowMenu;

/** The facts about a company that decide which copy, refresh and write commands the row menu offers. */
export interface RowFacts {
  readonly hasProfile: boolean;
  readonly hasWebsite: boolean;
  readonly hasLinkedin: boolean;
  /** Name of the contact to write to; null if no contact with an e-mail address is stored. */
  readonly recipient: string | null;
}

/** Reads the facts of a stored company. Sends no request to the service. */
export async function rowFacts(app: App, companyId: string): Promise<RowFacts> {
  const [{ stamps, website, linkedinUrl }, recipient] = await Promise.all([
    app.api.companies.get({ id: companyId }),
    recipientOf(app, companyId),
  ]);
  return {
    recipient,
    hasProfile: stamps.profile !== null,
    hasWebsite: website !== null,
    hasLinkedin: linkedinUrl !== null,
  };
}

/** Returns the name of the contact that the company page suggests as the recipient of a message. */
async function recipientOf(app: App, id: string): Promise<string | null> {
  const { people } = await app.api.companies.people({ id }).catch(() => ({ people: [] }));
  const person = firstReachable(byMatch(people));
  return person === undefined ? null : (firstNameOf(person.name) ?? safeLine(person.name, 40));
}

/** Returns the submenu with the choices of the snooze dialog; null if no company can be snoozed. */
export function snoozeMenu({ commands, clock }: App): Submenu | null {
  const command = availableCommand(commands.all, 'triage.snooze');
  if (command === undefined) return null;
  const times = snoozeTimes(clock.nowMs).map(({ id, label, untilMs }): MenuAction => ({
    label,
    detail: momentText(untilMs),
    run: () => commands.runById(`triage.snooze.${id}`),
  }));
  return {
    label: triage.snooze,
    icon: Clock,
    keys: command.shortcut,
    items: [
      ...times,
      { label: strings.anotherDay, separated: true, run: () => commands.runById('triage.snooze') },
    ],
  };
}

/**
 * Returns the submenu that copies one field of a company; null if several companies are selected, because the
 * terms of use forbid copying the data of several companies at once.
 *
 * @param facts null until they are loaded
 */
export function copyMenu(
  app: App,
  companyId: string,
  { companyIds }: RowTargets,
  facts: RowFacts | null,
): Submenu | null {
  if (companyIds.length > 1) return null;
  const item = (
    label: string,
    kind: Extract<Field['kind'], 'name' | 'website' | 'linkedin'>,
  ): MenuAction => ({
    label,
    run: () => void copyField(app, companyId, { kind }),
  });
  const keys = availableCommand(app.commands.all, 'company.copy')?.shortcut;
  return {
    label: strings.copy,
    icon: Copy,
    items: [
      item(strings.copyName, 'name'),
      ...(facts?.hasWebsite ? [item(companyStrings.website, 'website')] : []),
      ...(facts?.hasLinkedin ? [item(companyStrings.linkedin, 'linkedin')] : []),
      {
        label: strings.copyContact,
        separated: true,
        keys,
        run: () => openAndRun(app, companyId, 'company.copy'),
      },
    ],
  };
}
