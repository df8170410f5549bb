import Building from '@lucide/svelte/icons/building-2';
import type { Command } from '../../session/commands/command.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { frame } from '../strings.ts';
import type { App } from '../../session/app.svelte.ts';

/** What opens a company of the library by its name. From the library alone: nothing is fetched, nothing is spent. */
export async function companiesNamed(app: App, text: string): Promise<readonly Command[]> {
  const found = await app.api.library.named({ text }).catch(() => null);
  return (found?.companies ?? []).map(({ companyId, name, stage, countryName }, at) => ({
    // An id of the page's own: the service's may hold anything.
    id: `open-company-${at}`,
    group: frame.palette.companies,
    words: safeName(name),
    icon: Building,
    detail: [stage, countryName].flatMap((part) => (part === null ? [] : [safeLine(part, 60)])).join(' · '),
    run: () => app.navigation.openCompany(companyId, true),
  }));
}
