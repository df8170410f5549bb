import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { OURS_TEXT_MAX } from '../../../../shared/model/ours/ours-kinds.ts';
import { companyNamesOf } from '../../database/queries/cache/companies.ts';
import {
  countOursImports,
  countOursLines,
  oursImports,
  oursLines,
} from '../../database/queries/yours/ours.ts';
import { clip } from '../../foundation/clip-text.ts';
import { createSerialQueue } from '../../foundation/serial-queue.ts';
import type { RandomSource } from '../../ports.ts';
import { draftOf, previewLineOf, previewRowsOf, type OursDraft } from '../../user-data/ours/ours-draft.ts';
import { compareNow } from '../../user-data/ours/match-stored.ts';
import { createOursChanges, prepareImport } from '../../user-data/ours/ours-changes.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData, undoReply } from '../change-user-data.ts';

type Ours = Handlers['ours'];

/**
 * The text of an import and its parsed lines, stored until the lines are imported or another import begins.
 */
interface OpenDraft {
  readonly id: string;
  readonly workspace: OpenWorkspace;
  text: string;
  draft: OursDraft | null;
}

/**
 * Returns a function that lets other work run between two parts of an import.
 * @throws AppFailure `not-found` (`import`) if the workspace has been closed
 */
const createPause = (workspaces: Workspaces, workspace: OpenWorkspace) => async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  if (workspaces.active() !== workspace) throw notFound();
};

export function createOursHandlers(workspaces: Workspaces, publish: Publish, random: RandomSource): Ours {
  const change = createChangeUserData(workspaces, publish);
  const drafts = createDrafts(workspaces, random);
  // Imports run one at a time, because each import deletes unfinished imports of earlier sessions.
  const runSerially = createSerialQueue();
  return {
    ...drafts.handlers,
    import: ({ draftId, kind, source, decisions }) =>
      runSerially(async () => {
        const { workspace, lines } = drafts.previewed(draftId);
        const atMs = workspace.clock.nowMs();
        const given = { kind, source, lines, decisions, atMs };
        const prepared = await prepareImport(workspace.files, given, createPause(workspaces, workspace));
        const { undo } = change('ours-imported', ({ files, journal }) =>
          createOursChanges(files.yours, journal).show(prepared, atMs),
        );
        drafts.close();
        return { undo, id: String(prepared.importId) };
      }),
    imports: (page) => {
      const { yours } = workspaces.current().files;
      const imports = oursImports(yours, page).map(({ importId, ...each }) => ({
        id: String(importId),
        ...each,
      }));
      return { imports, total: countOursImports(yours) };
    },
    lines: ({ id, ...page }) => linesOf(workspaces.current(), Number(id), page),
    remove: ({ id }) =>
      undoReply(
        change('ours-removed', ({ files, journal, atMs }) =>
          createOursChanges(files.yours, journal).remove(Number(id), atMs),
        ),
      ),
    decide: ({ companyId, isSame }) => {
      compareNow(workspaces.current().files, [companyId]);
      return undoReply(
        change('ours-decided', ({ files, journal, atMs }) =>
          createOursChanges(files.yours, journal).decide(companyId, isSame, atMs),
        ),
      );
    },
  };
}

const notFound = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'import' });

/** Creates the store of drafts. A new draft replaces the previous one. */
function createDrafts(workspaces: Workspaces, random: RandomSource) {
  let open: OpenDraft | null = null;
  const byId = (draftId: string): OpenDraft => {
    if (open === null || open.id !== draftId || open.workspace !== workspaces.current()) throw notFound();
    return open;
  };
  const previewed = (draftId: string): OursDraft & { readonly workspace: OpenWorkspace } => {
    const { draft, workspace } = byId(draftId);
    if (draft === null) throw notFound();
    return { ...draft, workspace };
  };
  const handlers: Pick<Ours, 'addText' | 'preview' | 'previewRows' | 'previewLines'> = {
    addText: ({ draftId, text }) => {
      if (draftId === null)
        open = {
          id: random.bytes(8).toString('hex'),
          workspace: workspaces.current(),
          text: '',
          draft: null,
        };
      const draft = byId(draftId ?? open?.id ?? '');
      if (draft.text.length + text.length > OURS_TEXT_MAX)
        throw new AppFailure({
          kind: 'validation',
          issues: [{ path: 'text', message: `at most ${OURS_TEXT_MAX} characters` }],
        });
      draft.text += text;
      draft.draft = null;
      return { draftId: draft.id };
    },
    preview: async ({ draftId, among }) => {
      const draft = byId(draftId);
      const { text, workspace } = draft;
      const { files, governor } = workspace;
      const found = await draftOf(files, text, createPause(workspaces, workspace));
      if (byId(draftId).text === text) draft.draft = found;
      const nowMs = governor.serverNowMs();
      const certain = new Set(found.exact.map(({ match }) => match.companyId));
      return {
        exactAmong: among.filter((id) => certain.has(id)),
        counts: found.counts,
        possible: previewRowsOf(files, found.possible.slice(0, LIST_LIMIT_MAX), nowMs),
        exact: previewRowsOf(files, found.exact.slice(0, LIST_LIMIT_MAX), nowMs),
        unmatched: found.unmatched.slice(0, LIST_LIMIT_MAX).map(previewLineOf),
        unreadable: found.unreadable.slice(0, LIST_LIMIT_MAX).map(previewLineOf),
      };
    },
    previewRows: ({ draftId, section, offset, limit }) => {
      const { workspace, ...draft } = previewed(draftId);
      const page = draft[section].slice(offset, offset + limit);
      return { rows: previewRowsOf(workspace.files, page, workspace.governor.serverNowMs()) };
    },
    previewLines: ({ draftId, section, offset, limit }) => {
      const { [section]: lines } = previewed(draftId);
      return { lines: lines.slice(offset, offset + limit).map(previewLineOf) };
    },
  };
  return { handlers, previewed, close: () => (open = null) };
}

function linesOf(
  { files }: Pick<OpenWorkspace, 'files'>,
  importId: number,
  page: { readonly offset: number; readonly limit: number },
): Awaited<ReturnType<Ours['lines']>> {
  const stored = oursLines(files.yours, { importId, ...page });
  const names = companyNamesOf(
    files.cache,
    stored.flatMap(({ match }) => match?.companyId ?? []),
  );
  return {
    lines: stored.map(({ position: line, given, match }) => ({
      line,
      given,
      company: match === null ? null : { ...match, name: clip(names.get(match.companyId) ?? '', 500) },
    })),
    total: countOursLines(files.yours, importId),
  };
}
