import type { Publish } from '../../../shared/contract/index.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { companyNameOf } from '../library/company-view.ts';
import { publishChange } from '../user-data/change-events.ts';
import { recordChange, type Journal } from '../user-data/undo-journal.ts';
import type { Subject } from '../user-data/company-reference.ts';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export interface UserDataChangeParts {
  readonly files: WorkspaceFiles;
  readonly journal: Journal;
  readonly atMs: number;
}

/** Makes one change to user data, records how to undo it, and publishes the change. */
export type ChangeUserData = <T>(
  what: ChangeKind,
  work: (changing: UserDataChangeParts) => T,
) => { value: T; undo: string | null };

export const createChangeUserData =
  (workspaces: Workspaces, publish: Publish): ChangeUserData =>
  (what, work) => {
    const { files, clock } = workspaces.current();
    const atMs = clock.nowMs();
    const { value, recorded } = recordChange(files.yours, { what, atMs }, (journal) =>
      work({ files, journal, atMs }),
    );
    publishChange(publish, what, recorded);
    return { value, undo: recorded.undo };
  };

/** Removes duplicate ids and adds each company's name, which is then stored with the user data. */
export const subjectsOf = ({ cache, yours }: WorkspaceFiles, companyIds: readonly string[]): Subject[] =>
  [...new Set(companyIds)].map((companyId) => ({
    companyId,
    companyName: companyNameOf(cache, yours, companyId),
  }));

export const undoReply = ({ undo }: { readonly undo: string | null }): { undo: string | null } => ({ undo });
