import { describe, expect, it } from 'vitest';
import { createApi, type Port } from '../../../shared/contract/kit.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { companyWindowCommand } from '../../../renderer/frame/company-window.ts';
import { rowTargets } from '../../../renderer/frame/menu/row-menu-request.ts';
import { NO_PRICES, rowMenu } from '../../../renderer/frame/menu/row-menu.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* Opening a company in a separate window, and the page in that window. */

function open(companyId: string | null = null) {
  const requested: string[] = [];
  const windows: unknown[] = [];
  const { port } = createFixture(STATES.account);
  const recorded: Port = {
    request: (channel, input) => {
      requested.push(channel);
      if (channel === 'companies.openWindow') windows.push(input);
      return port.request(channel, input);
    },
    subscribe: (listener) => port.subscribe(listener),
  };
  const app = stubKeep(new App(createApi<typeof contract>(recorded), undefined, companyId));
  return { app, requested, windows };
}

describe('the command that opens a company in a new window', () => {
  it('is available for the open or the active company, and only in the desktop app', async () => {
    const { app } = open();
    await app.load();
    const { available } = companyWindowCommand(app);
    expect(available?.()).toBe(false);
    app.navigation.setActiveRow(0, () => 'kvistgaard');
    expect(available?.()).toBe(true);
    app.navigation.openCompany('halden-grid', true);
    expect(available?.()).toBe(true);
    if (app.info !== null) app.info = { ...app.info, shell: 'loopback' };
    expect(available?.()).toBe(false);
  });

  it('opens the open company rather than the active row, and then shares the menu', async () => {
    const { app, requested, windows } = open();
    await app.load();
    app.navigation.setActiveRow(0, () => 'kvistgaard');
    const command = companyWindowCommand(app);
    await command.run();
    app.navigation.openCompany('halden-grid');
    await command.run();
    expect(windows).toEqual([{ id: 'kvistgaard' }, { id: 'halden-grid' }]);
    expect(app.sharesMenu).toBe(true);
    expect(requested).not.toContain('companies.fetchProfile');
  });

  it('is in the context menu of a row, below Open', async () => {
    const { app } = open();
    await app.load();
    app.commands.add([companyWindowCommand(app)]);
    app.navigation.setActiveRow(0, () => 'kvistgaard');
    const targets = rowTargets(app, 'kvistgaard');
    const menu = () =>
      rowMenu(app, { companyId: 'kvistgaard', targets, prices: NO_PRICES, facts: null, marks: [] });
    const [, second] = menu();
    expect([second?.label, second !== undefined && 'keys' in second ? second.keys : null]).toEqual([
      'Open in new window',
      'Shift+Enter',
    ]);
    if (app.info !== null) app.info = { ...app.info, shell: 'loopback' };
    expect(menu().map(({ label }) => label)).not.toContain('Open in new window');
  });
});

describe('the page of a company window', () => {
  it('opens its company at full size, and leaves links to the main window', async () => {
    const { app, requested } = open('kvistgaard');
    expect([app.navigation.companyId, app.navigation.full]).toEqual(['kvistgaard', true]);
    await app.load();
    expect([app.navigation.companyId, app.navigation.full]).toEqual(['kvistgaard', true]);
    expect(requested).not.toContain('app.followed');
    const main = open();
    await main.app.load();
    expect(main.app.navigation.companyId).toBeNull();
    expect(main.requested).toContain('app.followed');
  });

  it('shows another workspace from the start, as the main window does', async () => {
    const { app } = open('kvistgaard');
    await app.load();
    app.navigation.openCompany('halden-grid', true);
    await app.reloadWorkspace();
    expect([app.navigation.screen, app.navigation.companyId]).toEqual(['today', null]);
  });
});
