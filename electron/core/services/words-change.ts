import type { Publish } from '../../../shared/contract.ts';
import type { Deed } from '../../../shared/model/words.ts';
import { companyNameOf } from '../library/company-view.ts';
import { announceWords } from '../words/changes.ts';
import { recordChange, type Journal } from '../words/journal.ts';
import type { Subject } from '../words/subjects.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export interface Changing {
  readonly files: OpenWorkspace['files'];
  readonly journal: Journal;
  readonly atMs: number;
}

/** One change of the seller's words: recorded with its undo, then announced. */
export type ChangeWords = <T>(
  what: Deed,
  work: (changing: Changing) => T,
) => { value: T; undo: string | null };

export const createChangeWords =
  (workspaces: Workspaces, publish: Publish): ChangeWords =>
  (what, work) => {
    const { files, clock } = workspaces.current();
    const atMs = clock.nowMs();
    const { value, recorded } = recordChange(files.yours, { what, atMs }, (journal) =>
      work({ files, journal, atMs }),
    );
    announceWords(publish, what, recorded);
    return { value, undo: recorded.undo };
  };

/** Each company once, with the name to write beside the seller's words. */
export const subjectsOf = (
  { cache, yours }: OpenWorkspace['files'],
  companyIds: readonly string[],
): Subject[] =>
  [...new Set(companyIds)].map((companyId) => ({
    companyId,
    companyName: companyNameOf(cache, yours, companyId),
  }));

/** A reply that tells nothing but how to take it back. */
export const undoOf = ({ undo }: { readonly undo: string | null }): { undo: string | null } => ({ undo });
