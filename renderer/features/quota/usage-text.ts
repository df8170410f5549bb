import type { Allowance, AllowanceScope, BudgetStatus } from '../../../shared/model/budget.ts';
import { countText } from '../../lib/format.ts';
import { forecastStrings as strings } from './forecast-strings.ts';

type Part = keyof typeof strings.usedFor;

/** The sources of requests. Together with the rest, they add up to all requests from this computer. */
const SOURCES = [
  'background',
  'screen-today',
  'screen-search',
  'screen-library',
  'screen-company',
  'screen-signals',
] as const satisfies readonly (AllowanceScope & Part)[];

/**
 * Describes what this month's records were used for: `34 records used this month: 25 on Search and 9 on company
 * pages.` The largest part comes first. Omits the parts if they do not add up to the records used in the period of the limit, which
 * may differ from the calendar month.
 */
export function usageText(
  { used, reserved, unknown, others, atLeast }: BudgetStatus,
  allowances: readonly Allowance[],
): string {
  const own = used + reserved + unknown;
  const total = own + (others ?? 0);
  const isOnlyHere = atLeast && total === own;
  if (total === 0) return isOnlyHere ? strings.noneUsedHere : strings.noneUsed;
  const usedBy = (scope: AllowanceScope): number =>
    allowances.find((each) => each.scope === scope)?.usedThisMonth ?? 0;
  const known = SOURCES.map((source) => ({ name: source as Part, records: usedBy(source) }));
  const rest = own - known.reduce((sum, { records }) => sum + records, 0);
  const parts: readonly { readonly name: Part; readonly records: number }[] =
    usedBy('all') === own && rest >= 0
      ? [...known, { name: 'rest', records: rest }, { name: 'others', records: others ?? 0 }]
      : [];
  const shown = parts
    .filter(({ records }) => records > 0)
    .toSorted((a, b) => b.records - a.records)
    .map(({ name, records }) => `${countText(records)} ${strings.usedFor[name]}`);
  const fact = (isOnlyHere ? strings.usedHere : strings.used)(total);
  return shown.length === 0 ? `${fact}.` : `${fact}: ${new Intl.ListFormat('en').format(shown)}.`;
}
