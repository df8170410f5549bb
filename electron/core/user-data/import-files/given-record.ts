import type { Answer, Channel } from '../../../../shared/model/user-data.ts';

/** A company as described in a file. A field is null if the file does not contain it. */
export interface GivenCompany {
  readonly companyId: string | null;
  readonly name: string | null;
  readonly websiteHost: string | null;
  readonly linkedinPage: string | null;
}

/** The data about one company in a file or in a row of a table. Dates are local days such as `2026-06-10`. */
export interface GivenRecord {
  /** The file name or row number, for messages: `Acme.md` or `12`. */
  readonly source: string;
  readonly company: GivenCompany;
  readonly note: string;
  readonly status: { readonly name: string; readonly setOn: string | null } | null;
  readonly tags: readonly string[];
  readonly lists: readonly {
    readonly name: string;
    readonly reason: string;
    readonly addedOn: string | null;
  }[];
  readonly tasks: readonly GivenTask[];
  readonly log: readonly GivenEntry[];
}

export interface GivenTask {
  readonly title: string;
  readonly dueOn: string | null;
  readonly dueTime: string | null;
  readonly snoozedUntil: string | null;
  readonly isDone: boolean;
  readonly doneOn: string | null;
}

export interface GivenEntry {
  readonly happenedOn: string;
  readonly channel: Channel;
  readonly answer: Answer | null;
  readonly line: string;
}

export const emptyRecord = (source: string, company: GivenCompany): GivenRecord => ({
  source,
  company,
  note: '',
  status: null,
  tags: [],
  lists: [],
  tasks: [],
  log: [],
});
