import type { OursChoice, OursKind } from '../../../../shared/model/ours/ours-kinds.ts';
import type { OursMark } from '../../../../shared/model/company.ts';
import { countText } from '../../../lib/format.ts';

const kind: Readonly<Record<OursKind, string>> = {
  'do-not-contact': 'Do not contact',
  customer: 'Customer',
  deal: 'Open deal',
  competitor: 'Competitor',
};

/**
 * UI text about the user's customers, open deals and competitors, and about companies not to contact. Used by
 * all screens.
 */
export const ours = {
  title: 'Already yours',
  kind,
  /** The values of the library's filter. */
  choice: { ...kind, possible: 'Possible match', none: 'None of these' } satisfies Record<OursChoice, string>,
  mark: (mark: OursMark): string =>
    mark.isCertain ? kind[mark.kind] : `Possible match: ${kind[mark.kind].toLowerCase()}`,
  decided: (isSame: boolean): string =>
    isSame ? 'Marked as the same company' : 'Marked as a different company',
  current: 'current mark',
  markedAs: (mark: string) => `Marked as “${mark}”`,
  menu: (mark: string) => `Change the mark “${mark}”`,
  same: 'Same company',
  different: 'Different company',
  unmark: (mark: string) => `Remove the mark “${mark}”`,
  unmarked: (mark: string) => `Mark “${mark}” removed`,
  open: 'Open imports',
  import: 'Import customers, deals and more…',
  skipped: (count: number) =>
    `${countText(count)} other due ${count === 1 ? 'company is' : 'companies are'} already yours and won’t be refreshed.`,
} as const;
