import type { Handlers } from '../../../shared/contract.ts';
import { exportedCompanies } from '../db/queries/export.ts';
import type { Ports } from '../ports.ts';
import { told } from '../progress.ts';
import { localDate } from '../../../shared/local-date.ts';
import { exportMarkdown } from '../words/export-markdown.ts';
import { writeExport } from '../words/write-export.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export const createWordsService = (
  workspaces: Workspaces,
  { exportFolder }: Pick<Ports, 'exportFolder'>,
): Handlers['words'] => ({
  export: async () => {
    workspaces.current();
    const parent = await exportFolder();
    if (parent === null) return { place: null, files: 0 };
    // The workspace stays open until the last file is written.
    return workspaces.exclusively(async () => {
      const { files, clock, progress } = workspaces.current();
      const name = `Roundwatch notes ${localDate(clock.nowMs())}`;
      let isStopped = false;
      const cancel = (): void => {
        isStopped = true;
      };
      const total = exportedCompanies(files.yours).length;
      return told(progress, { kind: 'export', total, cancel }, (work) =>
        writeExport(parent, name, exportMarkdown(files.yours), {
          onfile: (count) => work.step(count),
          stopped: () => isStopped,
        }),
      );
    });
  },
});
