import CircleDot from '@lucide/svelte/icons/circle-dot';
import type { Status, StatusId } from '../../../../shared/model/user-data.ts';
import { safeLine, safeName } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Command } from '../../../session/commands/command.ts';
import { createBulkActions } from '../bulk-actions.ts';
import { lists } from '../strings.ts';
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
  #reading = $state.raw<Promise<StatusQuestion | null> | null>(null);

  get isReading(): boolean {
    return this.#reading !== null;
  }
  /** Opens the dialog when the question has been read, unless the dialog is closed or opened again before. */
  async open(reading: Promise<StatusQuestion | null>): Promise<void> {
    this.#reading = reading;
    try {
      const question = await reading;
      if (this.#reading === reading) this.question = question;
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }
  close(): void {
    this.#reading = null;
    this.question = null;
  }
}

export const statusRequestOf = (app: App): StatusRequestState =>
  app.stateFor('status-ask', () => new StatusRequestState());

/** Opens the dialog for the companies to which the triage commands currently apply. */
export async function openStatusDialog(app: App, triage: Triage): Promise<void> {
  if (triage.targets.length === 0) return;
  // When the dialog closes, focus returns to the element that has focus now. If this element is outside the
  // screen, moves focus to the list first.
  const focused = typeof document === 'undefined' ? undefined : document.activeElement;
  if (focused?.closest('main') === null) triage.focusActive();
  await statusRequestOf(app).open(readQuestion(app, triage));
}

/**
 * Returns a command for each status. It sets this status for the companies to which the triage commands apply
 * now, and names them. If a single company already has the status, the command says so.
 */
export async function statusCommands(app: App, triage: Triage): Promise<readonly Command[]> {
  const question = await readQuestion(app, triage);
  if (question === null) return [];
  const { companyIds, name, companies, statuses, current } = question;
  const { setStatus } = createBulkActions(app, () => companyIds, name);
  return statuses.map((status, at) => ({
    id: `triage.status-${at}`,
    group: strings.commands.group,
    label: strings.commands.setStatus(safeLine(status.name, 80)),
    icon: CircleDot,
    detail: status.id === current ? lists.select.currentStatus : companies,
    run: () => setStatus(status),
  }));
}

/** Reads the companies, their current status and all statuses; null if the triage commands apply to no company. */
async function readQuestion(app: App, { targets }: Triage): Promise<StatusQuestion | null> {
  const [first] = targets;
  if (first === undefined) return null;
  const companyIds = targets.map(({ companyId }) => companyId);
  const isSingle = companyIds.length === 1;
  const [{ statuses }, name, marks] = await Promise.all([
    app.api.marks.statuses({}),
    isSingle ? nameOf(app, first) : null,
    isSingle ? app.api.marks.get({ companyId: first.companyId }) : undefined,
  ]);
  const current = marks === undefined ? undefined : (marks.status?.id ?? null);
  const companies = name ?? (isSingle ? strings.this : companiesText(companyIds));
  return { companyIds, name, companies, statuses, current };
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
