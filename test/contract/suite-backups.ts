import { check, failure, memo, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/** Steps that make, list and restore backups. They need the note that earlier steps wrote. */
export const backupSteps: ContractStep[] = [
  {
    name: 'the status lists the three files with their states',
    run: async ({ api }) => {
      const status = await api.backups.status({});
      same(status.isOpen, true, 'open');
      same(
        status.files.map(({ file, state, remedy }) => [file, state, remedy]),
        [
          ['yours', 'ok', null],
          ['ledger', 'ok', null],
          ['cache', 'ok', null],
        ],
        'files',
      );
      same(status.lastFailure, null, 'failure');
    },
  },
  {
    name: 'the folder of the backups is inside the workspace, and shown only where the shell can',
    run: async ({ api }) => {
      const { folder, canShow } = await api.backups.place({});
      const { activeId } = await api.workspaces.list({});
      check(/[/\\]backups$/.test(folder) && folder.includes(activeId ?? '?'), folder);
      if (canShow) return;
      const { capability } = await failure(api.backups.showInFolder({}), 'unsupported');
      same(capability, 'show-in-folder', 'capability');
    },
  },
  {
    name: 'a backup is made on request, announced, and not repeated without changes',
    run: async (subject) => {
      const { api } = subject;
      let announced = 0;
      const stop = api.backups.onChanged(() => (announced += 1));
      const { backup } = await api.backups.make({});
      same([backup.state, backup.notes >= 1, backup.watchlists >= 1], ['good', true, true], 'backup');
      await until(() => announced > 0, 'a push');
      stop();
      same((await api.backups.make({})).isNew, false, 'made again');
      const { backups } = await api.backups.list({});
      check(
        backups.some(({ id }) => id === backup.id),
        'the backup is not listed',
      );
      same((await api.backups.status({})).newest?.id, backup.id, 'newest');
      subject.memo.set('backupId', backup.id);
    },
  },
  {
    name: 'a restore restores user data, and backs up the current data first',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const before = await api.notes.get({ companyId });
      const saved = await api.notes.save({
        companyId,
        body: 'Written after the backup',
        baseRevision: before.revision,
      });
      check(saved.revision >= before.revision, 'the note was not saved');
      const { activeId } = await api.workspaces.list({});
      const { workspace, safetyBackup, setAside } = await api.backups.restore({
        id: memo(subject, 'backupId'),
      });
      same([workspace.id, setAside], [activeId, null], 'workspace');
      check(safetyBackup !== null && safetyBackup.state === 'good', 'the current data was not backed up');
      same((await api.notes.get({ companyId })).body, before.body, 'the restored note');
      same((await api.workspaces.list({})).activeId, activeId, 'reopened');
      await api.backups.restore({ id: safetyBackup.id });
      same(
        (await api.notes.get({ companyId })).body,
        'Written after the backup',
        'the note after the second restore',
      );
      const again = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: before.body, baseRevision: again.revision });
    },
  },
  {
    name: 'an invalid backup id and an intact ledger change nothing',
    run: async ({ api }) => {
      for (const id of ['../yours', 'yours.20260101T000000000Z.daily']) {
        const error = await failure(api.backups.restore({ id }), 'storage');
        same([error.file, error.reason], ['backup', 'unavailable'], id);
      }
      await failure(api.backups.recreateLedger({}), 'validation');
      await failure(api.backups.list({ workspaceId: '0123456789abcdef01234567' }), 'not-found');
      check((await api.workspaces.list({})).activeId !== null, 'the workspace was left closed');
    },
  },
];
