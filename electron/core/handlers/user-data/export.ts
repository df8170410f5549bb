import type { Handlers } from '../../../../shared/contract/index.ts';
import { exportedCompanies } from '../../database/queries/yours/exported-companies.ts';
import type { Ports } from '../../ports.ts';
import { withProgress } from '../../foundation/progress.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { exportNotes } from '../../user-data/export/export-notes.ts';
import { writeFiles } from '../../user-data/export/write-files.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export const createExportHandlers = (
  workspaces: Workspaces,
  { chooseFolder }: Pick<Ports, 'chooseFolder'>,
): Handlers['words'] => ({
  export: async () => {
    workspaces.current();
    const parent = await chooseFolder('export');
    if (parent === null) return { place: null, files: 0 };
    // Keeps the workspace open until the last file is written.
    return workspaces.exclusively(async () => {
      const { files, clock, progress } = workspaces.current();
      const name = `Roundwatch notes ${localDate(clock.nowMs())}`;
      let isStopped = false;
      const cancel = (): void => {
        isStopped = true;
      };
      const total = exportedCompanies(files.yours).length;
      return withProgress(progress, { kind: 'export', total, cancel }, (work) =>
        writeFiles(parent, name, exportNotes(files.yours), {
          onfile: (count) => work.step(count),
          stopped: () => isStopped,
        }),
      );
    });
  },
});
