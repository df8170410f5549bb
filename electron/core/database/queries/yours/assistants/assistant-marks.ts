import { all, num, run, text, type ReadDb, type WriteDb } from '../../../sql.ts';

/** Marks a timeline entry as made by an assistant. */
export interface AssistantMark {
  readonly companyId: string;
  /** The key and the time of the timeline entry. */
  readonly key: string;
  readonly atMs: number;
  readonly clientName: string;
}

export function putAssistantMark(db: WriteDb, mark: AssistantMark): void {
  run(
    db,
    `INSERT OR REPLACE INTO assistant_mark (company_id, entry_key, at_ms, client_name)
     VALUES (:companyId, :key, :atMs, :clientName)`,
    { ...mark },
  );
}

/** Returns the marks of a company's timeline entries from `fromMs` to `untilMs`. */
export const assistantMarksOf = (
  db: ReadDb,
  where: { readonly companyId: string; readonly fromMs: number; readonly untilMs: number },
): Omit<AssistantMark, 'companyId'>[] =>
  all(
    db,
    `SELECT entry_key, at_ms, client_name FROM assistant_mark
     WHERE company_id = :companyId AND at_ms BETWEEN :fromMs AND :untilMs`,
    { ...where },
  ).map((row) => ({
    key: text(row, 'entry_key'),
    atMs: num(row, 'at_ms'),
    clientName: text(row, 'client_name'),
  }));
