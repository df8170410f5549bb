import { savedQuestionSchema } from '../../../../shared/model/saved-filter.ts';
import * as rows from '../../database/queries/yours/archive/archive-rows.ts';
import { finish, type Sliced } from '../../foundation/slices.ts';
import { tagFates } from '../../database/queries/yours/saved-views.ts';
import type { ReadDb, SqlRow } from '../../database/sql.ts';
import { emptyContent, ITEM_SCHEMAS, ITEM_TYPES, type ArchiveContent, type ItemType } from './content.ts';
import { withoutSpending } from './spending.ts';

export interface Collected {
  readonly content: ArchiveContent;
  /**
   * The row ids of the items in `content`, by type and in the same order. Empty for types whose items have a
   * `ref` or another key.
   */
  readonly rowIds: Readonly<Record<ItemType, readonly number[]>>;
  /** Number of items that this version cannot read, such as saved searches of a newer version. */
  readonly unreadable: number;
}

/** Returns all user data of a workspace, without pausing. Reads only `yours.db`. */
export const collect = (yours: ReadDb): Collected => finish(collectInSlices(yours));

/** Returns all user data of a workspace. The data must not change until the work has ended. */
export function* collectInSlices(yours: ReadDb): Sliced<Collected> {
  const content = emptyContent();
  const rowIds = emptyRowIds();
  let unreadable = 0;
  for (const type of ITEM_TYPES) {
    const schema = ITEM_SCHEMAS[type];
    const items: unknown[] = content[type];
    for (const { rowId, ...candidate } of CANDIDATES[type](yours)) {
      const parsed = schema.safeParse(candidate);
      if (!parsed.success) unreadable += 1;
      else {
        items.push(parsed.data);
        if (typeof rowId === 'number') rowIds[type].push(rowId);
      }
      yield;
    }
  }
  const lists = new Set(content.lists.map(({ ref }) => ref));
  const planRules = content.planRules.map((rules) => withoutSpending(rules, lists));
  return { content: { ...content, planRules }, rowIds, unreadable };
}

type Candidate = Readonly<Record<string, unknown>>;
type Candidates = (db: ReadDb) => Iterable<Candidate>;

const emptyRowIds = (): Record<ItemType, number[]> =>
  Object.fromEntries(ITEM_TYPES.map((type) => [type, []])) as unknown as Record<ItemType, number[]>;

const CANDIDATES: Readonly<Record<ItemType, Candidates>> = {
  notes: notesOf,
  reviewNotes: rows.archivedReviewNotes,
  contactLog: rows.archivedContactLog,
  tasks: rows.archivedTasks,
  tags: rows.archivedTags,
  companyTags: rows.archivedCompanyTags,
  lists: rows.archivedLists,
  listEntries: rows.archivedListEntries,
  watchRules: rows.archivedWatchRules,
  statuses: rows.archivedStatuses,
  companyStatuses: rows.archivedCompanyStatuses,
  triage: rows.archivedTriage,
  templates: rows.archivedTemplates,
  savedSearches: (db) => withJson(rows.archivedSearches(db), 'search'),
  savedViews: viewsOf,
  market: (db) => withJson(rows.archivedMarket(db), 'value'),
  followUpRules: (db) => withJson(rows.archivedFollowUpRules(db), 'value'),
  planRules: (db) => withJson(rows.archivedPlanRules(db), 'value'),
  oursImports: importsOf,
  oursDecisions: function* (db) {
    for (const row of rows.archivedOursDecisions(db)) yield { ...row, isSame: row['isSame'] === 1 };
  },
  investorWatches: rows.archivedInvestorWatches,
  investorMerges: rows.archivedInvestorMerges,
  investorDistinct: rows.archivedInvestorDistinct,
};

const withJson = (found: Iterable<SqlRow>, column: string): Candidate[] =>
  [...found].map((row) => ({ ...row, [column]: parsed(row[column]) }));

function parsed(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return null;
  }
}

/** Replaces each merged tag in the saved views with the tag into which it was merged, as the screens do. */
function viewsOf(db: ReadDb): Candidate[] {
  return withJson(rows.archivedViews(db), 'question').map((view) => {
    const question = savedQuestionSchema.safeParse(view['question']).data;
    if (question === undefined) return view;
    const { filters } = question;
    const fates = tagFates(db, filters.ownTags.map(Number));
    const ownTags = filters.ownTags.map((id) => String(fates.get(Number(id))?.now ?? id));
    return { ...view, question: { ...question, filters: { ...filters, ownTags } } };
  });
}

function* notesOf(db: ReadDb): Generator<Candidate> {
  const revisions = rows.archivedRevisions(db);
  const versionsOf = createGroups(revisions, 'companyId');
  try {
    for (const { companyId, companyName, ...newest } of rows.archivedNotes(db)) {
      const versions = versionsOf(companyId).map(({ revision, savedAtMs, body }) => ({
        revision,
        savedAtMs,
        body,
      }));
      yield { companyId, companyName, versions: versions.length === 0 ? [newest] : versions };
    }
  } finally {
    revisions.return?.();
  }
}

function* importsOf(db: ReadDb): Generator<Candidate> {
  const lines = rows.archivedOursLines(db);
  const linesOf = createGroups(lines, 'importId');
  try {
    for (const { importId, ...row } of rows.archivedOursImports(db))
      yield { ...row, lines: linesOf(importId).map(({ given }) => given) };
  } finally {
    lines.return?.();
  }
}

/**
 * Groups rows that are sorted by `column`. The returned function takes a value and returns the rows with this
 * value. Call it once for every value, in the order of the rows.
 */
function createGroups(found: Iterator<SqlRow>, column: string): (value: unknown) => SqlRow[] {
  let next = found.next();
  return (value) => {
    const group: SqlRow[] = [];
    for (; next.done !== true && next.value[column] === value; next = found.next()) group.push(next.value);
    return group;
  };
}
