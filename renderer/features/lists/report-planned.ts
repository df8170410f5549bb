import type { ProposedItem } from '../../../shared/model/plan.ts';
import { plural } from '../../lib/format.ts';
import type { App } from '../../session/app.svelte.ts';
import { lists } from './strings.ts';

const strings = lists.planned;

/**
 * Shows how many records today's plan would spend on the companies that were just saved, because saving
 * companies to a list may make the plan more expensive. Shows nothing if the plan does not include them.
 *
 * @param subject the companies, such as `Nestford` or `3 companies`
 */
export async function reportPlanned(
  app: Pick<App, 'api' | 'toasts' | 'navigation'>,
  companyIds: readonly string[],
  subject: string,
): Promise<void> {
  const today = await app.api.plan.today({}).catch(() => null);
  const items = (today?.proposal.items ?? []).filter(
    ({ companyId }) => companyId !== null && companyIds.includes(companyId),
  );
  if (items.length === 0) return;
  app.toasts.show(
    strings.records(recordsText(items), subject),
    app.navigation.screen === 'today'
      ? {}
      : { link: { label: strings.show, run: () => app.navigation.go('today') } },
  );
}

function recordsText(items: readonly ProposedItem[]): string {
  const records = items.reduce((sum, { cost, expected }) => sum + (expected ?? cost.records), 0);
  const isExact = items.every(({ certainty }) => certainty === 'exact');
  return `${isExact ? '' : 'about '}${plural(records, 'record')}`;
}
