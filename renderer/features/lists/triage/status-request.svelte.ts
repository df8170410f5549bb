import type { Status, StatusId } from '../../../../shared/model/user-data.ts';
import { safeName } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import { companiesText } from './snooze-times.ts';
import { triage as strings } from './strings.ts';
import type { Triage, TriageRow } from './triage.svelte.ts';

interface StatusQuestion {
  readonly companyIds: readonly string[];
  /** The company's name if there is only one company. */
  readonly name: string | null;
  /** Describes the companies, such as `Lumenfold` or `3 companies`. */
  readonly companies: string;
  readonly statuses: readonly Status[];
  /**
   * The company's status if the request concerns one company; null if that company has none. Undefined for
   * several companies.
   */
  readonly current: StatusId | null | undefined;
}

/**
 * The state of the dialog that sets the status of companies. The frame renders the dialog, so every list
 * can open it.
 */
export class StatusRequestState {
  question = $state.raw<StatusQuestion | null>(null);

  close(): void {
    this.question = null;
  }
}

export const statusRequestOf = (app: App): StatusRequestState =>
  app.stateFor('status-ask', () => new StatusRequestState());

/** Opens the dialog for the companies to which the triage commands currently apply. */
export async function openStatusDialog(app: App, triage: Triage): Promise<void> {
  const { targets } = triage;
  const [first] = targets;
  if (first === undefined) return;
  // When the dialog closes, focus returns to the element that has focus now. If this element is outside the
  // screen, moves focus to the list first.
  const focused = typeof document === 'undefined' ? undefined : document.activeElement;
  if (focused?.closest('main') === null) triage.focusActive();
  const companyIds = targets.map(({ companyId }) => companyId);
  const isSingle = companyIds.length === 1;
  const [{ statuses }, name, marks] = await Promise.all([
    app.api.marks.statuses({}),
    isSingle ? nameOf(app, first) : null,
    isSingle ? app.api.marks.get({ companyId: first.companyId }) : undefined,
  ]);
  const current = marks === undefined ? undefined : (marks.status?.id ?? null);
  const companies = name ?? (isSingle ? strings.this : companiesText(companyIds));
  statusRequestOf(app).question = { companyIds, name, companies, statuses, current };
}

/**
 * Returns the company's sanitised name. If the list does not contain the company, reads the name from the
 * core.
 */
async function nameOf(app: App, { companyId: id, name }: TriageRow): Promise<string | null> {
  if (name !== null) return safeName(name);
  const view = await app.api.companies.get({ id }).catch(() => null);
  return view === null ? null : safeName(view.row.name);
}
