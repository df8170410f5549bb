import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createSystemClock } from '../electron/adapters/system-clock.ts';
import { openDatabase } from '../electron/core/database/open.ts';
import { close, type WriteDb } from '../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../electron/core/backup/open-workspace-files.ts';
import { createLibrarySearch } from '../electron/core/library/index/library-search.ts';
import { callCore, openWithoutLeakCheck } from '../test/support/browser/loopback-app.ts';
import { eventOf } from '../test/support/webhook/webhook-receiver.ts';
import { fillCache, makeCompanies } from './search-world.ts';
import { SEARCH_ALONE } from '../test/support/app/search-alone.ts';

export interface FilledLibrary {
  readonly companies: number;
  /** Arguments for the loopback shell, such as `--renderer`. */
  readonly shellArguments?: readonly string[];
  /** Adds further data before the search index is built. */
  readonly fill?: (cache: WriteDb) => void;
}

/** Number of companies that get a webhook event, so the first screen has rows. */
const NEWS = 30;

/**
 * Creates a demo workspace in `folder`, with a library of `companies` companies and its search index. Returns
 * the workspace's folder.
 */
export async function makeFilledLibrary(
  browser: Browser,
  folder: string,
  { companies, shellArguments = [], fill }: FilledLibrary,
): Promise<string> {
  const app = await openWithoutLeakCheck(browser, folder, shellArguments);
  await app.page.getByRole('button', { name: 'Explore the demo' }).waitFor();
  await callCore(app.page, 'workspaces.exploreDemo');
  await app.page.getByRole('navigation', { name: 'Main' }).waitFor();
  for (let at = 0; at < NEWS; at += 1) {
    const event = eventOf({ companyId: `cmp_news${at}`, roundId: `fnd_news${at}` });
    await callCore(app.page, 'signals.paste', { text: JSON.stringify(event) });
  }
  await app.close();
  const parent = join(folder, 'workspaces');
  const id = readdirSync(parent).find((name) => existsSync(join(parent, name, 'cache.db')));
  const workspace = join(parent, id ?? '');
  const clock = createSystemClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const filled = openDatabase(join(workspace, 'cache.db'), { clock, log });
  fillCache(filled, makeCompanies(companies), Date.now());
  fill?.(filled);
  close(filled);
  const files = openWorkspaceFiles(workspace, { clock, log });
  const search = createLibrarySearch({ ...files, ...SEARCH_ALONE, clock, log, contactNames: () => null });
  search.warm();
  await search.settled();
  search.dispose();
  files.close();
  return workspace;
}
