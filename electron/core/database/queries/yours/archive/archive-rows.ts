import { iterate, type ReadDb, type SqlRow } from '../../../sql.ts';

/*
 * All user data for an archive. Each function returns the rows of one type, with the archive's field names,
 * in an order that depends only on the data. `rowId` is the row's own id, which is not part of the archive.
 * The rows are read one by one, so the reader can pause between rows.
 */

type Rows = (db: ReadDb) => IterableIterator<SqlRow>;
const select =
  (sql: string): Rows =>
  (db) =>
    iterate(db, sql);
const COMPANY = 'company_id AS companyId, company_name AS companyName';

/** The newest text of each note. Emptied notes are omitted. */
export const archivedNotes = select(
  `SELECT ${COMPANY}, body, revision, saved_at_ms AS savedAtMs FROM note WHERE written = 1 ORDER BY company_id`,
);
/** The history of the notes in `archivedNotes`, oldest revision first. */
export const archivedRevisions = select(
  `SELECT note_revision.company_id AS companyId, note_revision.revision, note_revision.saved_at_ms AS savedAtMs,
     note_revision.body
   FROM note_revision JOIN note USING (company_id) WHERE written = 1
   ORDER BY note_revision.company_id, note_revision.revision`,
);
export const archivedReviewNotes = select(
  `SELECT month, saved_at_ms AS savedAtMs, revision, body FROM review_note WHERE body <> '' ORDER BY month`,
);
/** Omits the entries' references to contacts, because these identify people. */
export const archivedContactLog = select(
  `SELECT CAST(entry_id AS TEXT) AS ref, ${COMPANY}, happened_on AS happenedOn, channel, line, answer,
     created_at_ms AS createdAtMs
   FROM contact_log ORDER BY entry_id`,
);
export const archivedTasks = select(
  `SELECT task_id AS rowId, ${COMPANY}, title, due_on AS dueOn, due_time AS dueTime, snoozed_until AS snoozedUntil,
     created_at_ms AS createdAtMs, done_at_ms AS doneAtMs,
     (SELECT CAST(entry_id AS TEXT) FROM contact_log WHERE entry_id = follows_entry_id) AS follows
   FROM task ORDER BY task_id`,
);
export const archivedTags = select(
  `SELECT CAST(tag_id AS TEXT) AS ref, name, created_at_ms AS createdAtMs FROM tag
   WHERE removed_at_ms IS NULL AND merged_into IS NULL ORDER BY tag_id`,
);
/** Returns the companies of a merged tag under the tag into which it was merged. */
export const archivedCompanyTags = select(
  `SELECT company_tag.company_id AS companyId, max(company_tag.company_name) AS companyName,
     CAST(root.tag_id AS TEXT) AS tag, min(added_at_ms) AS addedAtMs
   FROM company_tag JOIN tag ON tag.tag_id = company_tag.tag_id
   JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id) AND root.removed_at_ms IS NULL
   GROUP BY company_tag.company_id, root.tag_id ORDER BY company_tag.company_id, root.tag_id`,
);
export const archivedLists = select(
  `SELECT CAST(list_id AS TEXT) AS ref, name, created_at_ms AS createdAtMs FROM watchlist
   WHERE removed_at_ms IS NULL ORDER BY list_id`,
);
export const archivedListEntries = select(
  `SELECT ${COMPANY}, CAST(list_id AS TEXT) AS list, reason, added_at_ms AS addedAtMs
   FROM watchlist_entry JOIN watchlist USING (list_id)
   WHERE dropped = 0 AND removed_at_ms IS NULL ORDER BY list_id, company_id`,
);
export const archivedWatchRules = select(
  `SELECT CAST(list_id AS TEXT) AS list, refresh_days AS refreshDays, records_a_month AS recordsAMonth,
     since_ms AS sinceMs
   FROM watch_rule JOIN watchlist USING (list_id) WHERE removed_at_ms IS NULL ORDER BY list_id`,
);
export const archivedStatuses = select(
  'SELECT status_id AS ref, name, position FROM status ORDER BY position',
);
export const archivedCompanyStatuses = select(
  `SELECT ${COMPANY}, status_id AS status, set_at_ms AS setAtMs FROM company_status ORDER BY company_id`,
);
export const archivedTriage = select(
  `SELECT ${COMPANY}, until_ms AS untilMs, set_at_ms AS setAtMs, acted_at_ms AS actedAtMs FROM triage
   ORDER BY company_id`,
);
export const archivedTemplates = select(
  `SELECT template_id AS rowId, name, subject, body, created_at_ms AS createdAtMs, changed_at_ms AS changedAtMs FROM message_template
   ORDER BY template_id`,
);
/** `search` is JSON. */
export const archivedSearches = select(
  `SELECT search_id AS rowId, name, question AS search, position, created_at_ms AS createdAtMs FROM saved_search ORDER BY search_id`,
);
/** `question` is JSON. */
export const archivedViews = select(
  'SELECT filter_id AS rowId, name, question, created_at_ms AS createdAtMs FROM saved_filter ORDER BY filter_id',
);
/** `value` is JSON. The preference `market-skipped` is omitted, because it is not user data. */
export const archivedMarket = select(
  `SELECT name, value, set_at_ms AS setAtMs FROM preference
   WHERE name IN ('market', 'fit-weights', 'buyer-roles') ORDER BY name`,
);
/** `value` is JSON, as in `archivedPlanRules`. */
export const archivedFollowUpRules = select('SELECT value, set_at_ms AS setAtMs FROM follow_up_rules');
export const archivedPlanRules = select('SELECT value, set_at_ms AS setAtMs FROM plan_rules');
export const archivedOursImports = select(
  `SELECT import_id AS importId, kind, source, imported_at_ms AS importedAtMs FROM ours_import
   WHERE removed_at_ms IS NULL ORDER BY import_id`,
);
export const archivedOursLines = select(
  `SELECT import_id AS importId, given FROM ours_line JOIN ours_import USING (import_id)
   WHERE removed_at_ms IS NULL ORDER BY import_id, ours_line.position`,
);
/** `isSame` is 0 or 1. */
export const archivedOursDecisions = select(
  `SELECT company_id AS companyId, match_key AS matchKey, is_same AS isSame, decided_at_ms AS decidedAtMs
   FROM ours_decision ORDER BY company_id, match_key`,
);
export const archivedInvestorWatches = select(
  'SELECT name, since_ms AS sinceMs, seen_up_to_ms AS seenUpToMs FROM investor_watch ORDER BY name_folded',
);
export const archivedInvestorMerges = select(
  'SELECT name, into_name AS intoName, merged_at_ms AS mergedAtMs FROM investor_merge ORDER BY name_folded',
);
/** Archives the folded names of investors, because their original spellings are not stored. */
export const archivedInvestorDistinct = select(
  `SELECT name_folded AS name, other_folded AS otherName, set_at_ms AS setAtMs FROM investor_distinct
   ORDER BY name_folded, other_folded`,
);
