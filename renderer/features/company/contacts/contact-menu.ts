import Copy from '@lucide/svelte/icons/copy';
import Mail from '@lucide/svelte/icons/mail';
import Users from '@lucide/svelte/icons/users';
import type { Preview } from '../../../../shared/model/budget.ts';
import type { ContactMatchCounts } from '../../../../shared/model/buyer-roles.ts';
import type { MenuAction } from '../../../ui/overlays/menu-item.ts';
import { decisionText, priceOf } from '../../../ui/text/price-text.ts';
import { links } from '../links/strings.ts';
import { contactErasure } from '../privacy-strings.ts';
import { company } from '../strings.ts';
import { priceWithMatches } from './match-text.ts';
import { writeTo } from './strings.ts';

/** The request that fetches the details of a company's contacts. */
export interface ContactsFetch {
  /** Null until the price is known. */
  readonly preview: Preview | null;
  readonly busy: boolean;
  readonly matches: ContactMatchCounts | null;
  readonly run: () => void;
}

interface ContactMenuParts {
  readonly name: string;
  /** Fetches the contact's details, if only the name is stored. Null if the details are already stored. */
  readonly fetchDetails: ContactsFetch | null;
  readonly nowMs: number;
  readonly write: () => void;
  /** Null if the contact has no LinkedIn profile. */
  readonly copyLinkedin: (() => void) | null;
  readonly block: () => void;
  readonly erase: () => void;
}

/**
 * Returns the actions for one contact. The first action is always to write a message, even if that is not
 * possible yet.
 */
export const contactMenu = ({
  name,
  fetchDetails,
  nowMs,
  write,
  copyLinkedin,
  block,
  erase,
}: ContactMenuParts): readonly MenuAction[] => [
  ...(fetchDetails === null
    ? [{ label: writeTo.button(name), icon: Mail, run: write }]
    : [
        { label: writeTo.button(name), icon: Mail, detail: writeTo.fetchFirst, disabled: true, run: write },
        fetchItem(fetchDetails, nowMs),
      ]),
  ...(copyLinkedin === null ? [] : [{ label: links.copyLinkedin, icon: Copy, run: copyLinkedin }]),
  { label: contactErasure.suppress, separated: true, run: block },
  { label: contactErasure.erase, danger: true, run: erase },
];

function fetchItem({ preview, busy, matches, run }: ContactsFetch, nowMs: number): MenuAction {
  const refusal = preview === null ? null : decisionText(preview.decision, nowMs);
  return {
    label: company.people.fetch,
    icon: Users,
    price: refusal?.short ?? priceWithMatches(priceOf(preview), matches),
    disabled: busy || preview === null || refusal !== null,
    run,
  };
}
