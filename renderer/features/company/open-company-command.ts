import type { Command } from '../../session/commands/command.ts';
import { safeName } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';

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
