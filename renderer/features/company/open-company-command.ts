import type { Person } from '../../../shared/model/company.ts';
import type { Command } from '../../session/commands/command.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';
import { pendingContact } from './contacts/pending-message.svelte.ts';
import { company as strings } from './strings.ts';

interface OpenedCompany {
  readonly companyId: string;
  readonly name: string;
}

/**
 * Returns a command that opens a company. The command's `id` must not contain the company's id, because a
 * company's id may be any text.
 */
export const openCompanyCommand = (
  app: App,
  id: string,
  { companyId, name }: OpenedCompany,
  rest: Pick<Command, 'group' | 'icon' | 'detail'>,
): Command => ({
  id,
  label: safeName(name),
  ...rest,
  isOpening: true,
  run: () => app.navigation.openCompany(companyId, true),
});

/**
 * Returns a command that opens a company at one of its contacts. The label is the contact's name, title and
 * company, or only the company's name if `person` is null.
 */
export function openContactCommand(
  app: App,
  id: string,
  company: OpenedCompany & { readonly personId: string },
  person: Pick<Person, 'name' | 'title'> | null,
  rest: Pick<Command, 'group' | 'icon' | 'detail'>,
): Command {
  const { companyId, personId, name } = company;
  const open = openCompanyCommand(app, id, company, rest);
  const title = person?.title == null ? null : safeLine(person.title, 60);
  return {
    ...open,
    ...(person !== null && { label: strings.people.at(safeName(person.name), title, safeName(name)) }),
    run: () => {
      pendingContact(app).ask({ companyId, personId });
      return open.run();
    },
  };
}
