import type { Api } from '../../../../shared/contract/index.ts';
import type { CompanyView, Person } from '../../../../shared/model/company.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import type { Template } from '../../../../shared/model/template.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { fillTemplate, noteLineOf, templateFacts } from '../../company/contacts/fill-template.ts';
import { nextTemplate } from '../../company/contacts/next-template.ts';
import { whyNowLine } from '../../company/why-now/why-now-text.ts';

export interface FollowUpDetails {
  /** Null if the entry has no contact, or if the contact cannot be shown. */
  readonly person: Person | null;
  /** The why-now line; empty if nothing is known. */
  readonly whyNow: string;
  /** The first line of the note, and the local date on which the note was saved; null if there is no note. */
  readonly note: { readonly text: string; readonly day: string } | null;
  /**
   * The name and the text of the next template, with its placeholders filled in; null if no template follows.
   */
  readonly template: { readonly name: string; readonly text: string } | null;
}

/**
 * Returns the body of a template, filled in with the known facts. Without a company, the placeholders are not
 * replaced.
 */
function startOf(
  template: Template,
  company: Pick<CompanyView, 'row' | 'rounds'> | null,
  known: {
    readonly person: Person | null;
    readonly note: string;
    readonly whyNow: WhyNow | null;
    readonly nowMs: number;
  },
): string {
  if (company === null) return template.body;
  const facts = templateFacts(company, known.person, { note: known.note, signature: '' }, known);
  return fillTemplate(template.body, facts).text;
}

/**
 * Loads the details of the open follow-up. Reads only stored data of this one company, and sends no request.
 */
export class FollowUpCardState {
  details = $state.raw<FollowUpDetails | null>(null);
  readonly #api: Api;
  readonly #followUp: DueFollowUp;
  readonly #nowMs: () => number;
  readonly #latest = new LatestRequest();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api, followUp: DueFollowUp, nowMs: () => number) {
    this.#api = api;
    this.#nowMs = nowMs;
    this.#followUp = followUp;
    const refresh = (): void => void this.refresh();
    this.#stops = [
      api.templates.onChanged(refresh),
      api.notes.onChanged(({ companyId }) => {
        if (companyId === followUp.companyId) refresh();
      }),
      api.companies.onChanged(({ id }) => {
        if (id === followUp.companyId) refresh();
      }),
      api.keys.onChanged(() => {
        // Hides the name until it has been read again, because contacts may have been locked.
        if (this.details !== null) this.details = { ...this.details, person: null };
        refresh();
      }),
    ];
    refresh();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }

  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#read(),
      (details) => (this.details = details),
    );
  }
  async #read(): Promise<FollowUpDetails> {
    const { companyId, entryId, contacted, number } = this.#followUp;
    const [{ chains }, company, reasons, note, { templates }] = await Promise.all([
      this.#api.followUps.of({ companyId }),
      // The company may no longer be stored.
      this.#api.companies.get({ id: companyId }).catch(() => null),
      this.#api.library.whyNow({ ids: [companyId] }).catch(() => null),
      this.#api.notes.get({ companyId }),
      this.#api.templates.list({}),
    ]);
    const personId = chains.find((chain) => chain.entryId === entryId)?.personId ?? null;
    const person = personId === null ? null : await this.#person(companyId, personId);
    const template = nextTemplate(templates, contacted.line, number);
    const whyNow = reasons?.companies[0] ?? null;
    const known = { person, note: note.body, whyNow, nowMs: this.#nowMs() };
    const text = noteLineOf(note.body);
    return {
      person,
      whyNow: whyNowLine(whyNow, known.nowMs),
      note: text === null || note.savedAtMs === null ? null : { text, day: localDate(note.savedAtMs) },
      template: template && { name: template.name, text: startOf(template, company, known) },
    };
  }
  async #person(companyId: string, personId: string): Promise<Person | null> {
    const { people } = await this.#api.companies.people({ id: companyId });
    return people.find((each) => each.personId === personId) ?? null;
  }
}
