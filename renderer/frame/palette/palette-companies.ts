import Building from '@lucide/svelte/icons/building-2';
import type { Command } from '../../session/commands/command.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { frame } from '../strings.ts';
import type { App } from '../../session/app.svelte.ts';

/** Commands that open companies of the library by name. Costs nothing: it searches local data only. */
export async function companyCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const found = await app.api.library.named({ text }).catch(() => null);
  return (found?.companies ?? []).map(({ companyId, name, stage, countryName }, at) => ({
    // Not the company's id, which may contain any characters.
    id: `open-company-${at}`,
    group: frame.palette.companies,
    words: safeName(name),
    icon: Building,
    detail: [stage, countryName].flatMap((part) => (part === null ? [] : [safeLine(part, 60)])).join(' · '),
    run: () => app.navigation.openCompany(companyId, true),
  }));
}
