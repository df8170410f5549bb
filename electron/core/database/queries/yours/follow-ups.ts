import { all, get, num, run, selectCount, text, type ReadDb, type WriteDb } from '../../sql.ts';
import { SHOWN_ON } from './tasks.ts';

/** Returns the user's rules for follow-ups as JSON; null if there are none. */
export function followUpRules(yours: ReadDb): string | null {
  const row = get(yours, 'SELECT value FROM follow_up_rules WHERE one = 1');
  return row === null ? null : text(row, 'value');
}

export function putFollowUpRules(yours: WriteDb, rules: { value: string; setAtMs: number }): void {
  run(
    yours,
    `INSERT INTO follow_up_rules (one, value, set_at_ms) VALUES (1, :value, :setAtMs)
     ON CONFLICT (one) DO UPDATE SET value = excluded.value, set_at_ms = excluded.set_at_ms`,
    rules,
  );
}

export const deleteFollowUpRules = (yours: WriteDb): void => void run(yours, 'DELETE FROM follow_up_rules');

/** The open follow-ups of a contact log entry that are due, with the entry itself. */
interface StoredDueFollowUps {
  readonly entryId: number;
  readonly companyId: string;
  readonly companyName: string;
  readonly happenedOn: string;
  readonly channel: string;
  readonly line: string;
  /** The ids of the due follow-ups, in the order in which they were created. */
  readonly taskIds: readonly number[];
  readonly dueOn: string;
  /** The position of the last due follow-up among all `total` follow-ups of the entry, counted from 1. */
  readonly number: number;
  readonly total: number;
}

const DUE = `FROM task JOIN contact_log AS entry ON entry.entry_id = task.follows_entry_id
  WHERE done_at_ms IS NULL AND ${SHOWN_ON} <= :day`;
const SIBLINGS =
  'SELECT count(*) FROM task AS sibling WHERE sibling.follows_entry_id = wanted.entry_id AND sibling.task_id';

/** Returns the follow-ups due on this day or earlier, one row for each entry, earliest due day first. */
export function followUpsShownBy(
  db: ReadDb,
  page: { day: string; offset: number; limit: number },
): StoredDueFollowUps[] {
  return all(
    db,
    `WITH wanted AS (
       SELECT entry.*, min(${SHOWN_ON}) AS due_on, max(task_id) AS last_task_id,
         group_concat(task_id, ' ') AS task_ids
       ${DUE} GROUP BY entry.entry_id ORDER BY due_on, entry.entry_id LIMIT :limit OFFSET :offset)
     SELECT wanted.*, (${SIBLINGS} <= last_task_id) AS number, (${SIBLINGS} > 0) AS total
     FROM wanted ORDER BY due_on, entry_id`,
    page,
  ).map((row) => ({
    entryId: num(row, 'entry_id'),
    companyId: text(row, 'company_id'),
    companyName: text(row, 'company_name'),
    happenedOn: text(row, 'happened_on'),
    channel: text(row, 'channel'),
    line: text(row, 'line'),
    taskIds: text(row, 'task_ids')
      .split(' ')
      .map(Number)
      .toSorted((a, b) => a - b),
    dueOn: text(row, 'due_on'),
    number: num(row, 'number'),
    total: num(row, 'total'),
  }));
}

/** Returns the number of entries with follow-ups due on this day or earlier. */
export function countFollowUpsShownBy(db: ReadDb, day: string): number {
  return selectCount(db, `SELECT count(DISTINCT entry.entry_id) AS n ${DUE}`, { day });
}
