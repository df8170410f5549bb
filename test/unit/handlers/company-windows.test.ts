import { describe, expect, it } from 'vitest';
import {
  createCloseForeignWindows,
  openCompanyWindow,
} from '../../../electron/core/handlers/company-windows.ts';
import type { CompanyWindows } from '../../../electron/core/ports.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';

function recordWindows(hasRoom = true) {
  const opened: string[] = [];
  let closings = 0;
  const windows: CompanyWindows = {
    open: (companyId) => {
      if (hasRoom) opened.push(companyId);
      return hasRoom;
    },
    closeAll: () => void (closings += 1),
  };
  return { windows, opened, closings: () => closings };
}

describe('a company window', () => {
  it('opens if the shell has windows, and otherwise reports the reason', async () => {
    const { windows, opened } = recordWindows();
    openCompanyWindow(windows, 'a');
    expect(opened).toEqual(['a']);
    expect(await failureOf(() => openCompanyWindow(undefined, 'a'))).toEqual({
      kind: 'unsupported',
      capability: 'company-window',
    });
    expect(await failureOf(() => openCompanyWindow(recordWindows(false).windows, 'a'))).toEqual({
      kind: 'conflict',
      reason: 'too-many-windows',
    });
  });

  it('opens for a stored company only', async () => {
    const { windows, opened } = recordWindows();
    const app = await startTestApp({ ports: { companyWindows: windows } });
    await app.api.workspaces.exploreDemo({ filled: true });
    const { queryId } = await app.api.library.open({});
    const [row] = (await app.api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
    const id = row?.companyId ?? '';
    expect(await app.api.companies.openWindow({ id })).toEqual({});
    expect(await failureOf(() => app.api.companies.openWindow({ id: 'no-such-company' }))).toMatchObject({
      kind: 'not-found',
      what: 'company',
    });
    expect(opened).toEqual([id]);
    await app.dispose();
  });

  it('is closed when its data is deleted or replaced by a backup', async () => {
    const { windows, closings } = recordWindows();
    const app = await startTestApp({ ports: { companyWindows: windows } });
    await app.api.workspaces.exploreDemo({ filled: true });
    const opened = closings();
    const { backup } = await app.api.backups.make({});
    expect(closings()).toBe(opened);
    await app.api.backups.restore({ id: backup.id });
    expect(closings()).toBe(opened + 1);
    await app.api.privacy.wipeServiceData({});
    expect(closings()).toBe(opened + 2);
    await app.dispose();
  });

  it('is closed when another workspace is opened, and not when one is renamed', () => {
    const { windows, closings } = recordWindows();
    const workspace = {};
    let active: object | null = workspace;
    const changed = createCloseForeignWindows(windows, () => active);
    changed();
    const before = closings();
    changed();
    expect(closings()).toBe(before);
    active = {};
    changed();
    active = null;
    changed();
    expect(closings()).toBe(before + 2);
  });
});
