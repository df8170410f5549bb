import { run, type WriteDb } from '../../sql.ts';

/** A user action that no other table records. `personRefId` refers to a contact as in the contact log. */
export interface OwnAct {
  readonly companyId: string;
  readonly companyName: string;
  readonly atMs: number;
  readonly what: 'copied' | 'opened' | 'status' | 'suppressed' | 'erased-person';
  /** The copied or opened field, or the id of the status. */
  readonly about: string | null;
  readonly personRefId: number | null;
}

export const insertOwnAct = (db: WriteDb, act: OwnAct): number =>
  run(
    db,
    `INSERT INTO own_act (company_id, company_name, at_ms, what, about, person_ref_id)
     VALUES (:companyId, :companyName, :atMs, :what, :about, :personRefId)`,
    { ...act },
  ).lastId;
