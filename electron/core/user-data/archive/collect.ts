import { savedQuestionSchema } from '../../../../shared/model/saved-filter.ts';
import * as rows from '../../database/queries/yours/archive/archive-rows.ts';
import { groupedBy } from '../../foundation/grouped-by.ts';
import { tagFates } from '../../database/queries/yours/saved-views.ts';
import type { ReadDb, SqlRow } from '../../database/sql.ts';
import { emptyContent, ITEM_SCHEMAS, ITEM_TYPES, type ArchiveContent, type ItemType } from './content.ts';
import { withoutSpending } from './spending.ts';

export interface Collected {
  readonly content: ArchiveContent;
  /**
   * By type, the row ids of the items in `content`, in the same order. Empty for types with a `ref` or
   * another key.
   */
  readonly rowIds: Readonly<Record<ItemType, readonly number[]>>;
  /** Number of items that this version cannot read, such as saved searches of a newer version. */
  readonly unreadable: number;
}

/** Returns all user data of a workspace. Reads only `yours.db`. */
export function collect(yours: ReadDb): Collected {
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
    }
  }
  const lists = new Set(content.lists.map(({ ref }) => ref));
  const planRules = content.planRules.map((rules) => withoutSpending(rules, lists));
  return { content: { ...content, planRules }, rowIds, unreadable };
}

type Candidate = Readonly<Record<string, unknown>>;
type Candidates = (db: ReadDb) => readonly Candidate[];

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
  oursDecisions: (db) =>
    rows.archivedOursDecisions(db).map((row) => ({ ...row, isSame: row['isSame'] === 1 })),
  investorWatches: rows.archivedInvestorWatches,
  investorMerges: rows.archivedInvestorMerges,
  investorDistinct: rows.archivedInvestorDistinct,
};

const withJson = (found: readonly SqlRow[], column: string): Candidate[] =>
  found.map((row) => ({ ...row, [column]: parsed(row[column]) }));

function parsed(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return null;
  }
}

/** Replaces each merged tag in the saved views with the tag that it was merged into, as the screens do. */
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

function notesOf(db: ReadDb): Candidate[] {
  const versions = groupedBy(rows.archivedRevisions(db), ({ companyId }) => companyId);
  return rows.archivedNotes(db).map(({ companyId, companyName, ...newest }) => ({
    companyId,
    companyName,
    versions: versions.get(companyId)?.map(({ revision, savedAtMs, body }) => ({
      revision,
      savedAtMs,
      body,
    })) ?? [newest],
  }));
}

function importsOf(db: ReadDb): Candidate[] {
  const lines = groupedBy(rows.archivedOursLines(db), ({ importId }) => importId);
  return rows.archivedOursImports(db).map(({ importId, ...row }) => ({
    ...row,
    lines: (lines.get(importId) ?? []).map(({ given }) => given),
  }));
}
