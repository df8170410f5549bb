import { join } from 'node:path';
import type { Publish } from '../../../shared/contract/index.ts';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import { createContactNames } from '../contacts/decrypt-contacts.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import { createLibrarySearch } from '../library/index/library-search.ts';
import { createSelectByOutcome } from '../library/outcomes/select-by-outcome.ts';
import { createCompanyFits } from '../market/fit-scores.ts';
import type { Clock, Dispose, Ports } from '../ports.ts';
import type { KeyVault } from './key-vault.ts';
import { createReleasableSearch, type ReleasableSearch } from './releasable-search.ts';

/**
 * The companies' facts are preloaded only after this delay, in ms, so preloading does not slow down the startup.
 */
const WARM_AFTER_MS = 1_500;

interface OpenSearchParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'checkpointInWorker' | 'background'>;
  readonly publish: Publish;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly vault: Pick<KeyVault, 'seal'>;
  /** The workspace's folder. */
  readonly folder: string;
  /** Functions to call when the workspace is closed. */
  readonly closers: (() => void | Promise<void>)[];
}

/**
 * Opens the search engine of a workspace. The engine loads its data at the first request, or earlier if
 * `warmLater` is called.
 */
export function openSearch({
  ports,
  publish,
  progress,
  files,
  clock,
  vault,
  folder,
  closers,
}: OpenSearchParts): ReleasableSearch & {
  /** Loads the companies' facts for the search after a delay, if a window is open at that time. */
  warmLater(): Dispose;
} {
  const { log, checkpointInWorker, background } = ports;
  const search = createReleasableSearch(() =>
    createLibrarySearch({
      ...files,
      clock,
      log,
      progress,
      contactNames: createContactNames(() => vault.seal()),
      fits: createCompanyFits(files),
      selectByOutcome: createSelectByOutcome(files),
      onLoaded: () => publish('library', 'onChanged', {}),
      // If the files are read-only, the app works on a copy in memory. No worker is used in this case, because
      // the worker would open the file on disk.
      ...(checkpointInWorker === undefined || files.readOnly !== null
        ? {}
        : { checkpointInWorker: () => checkpointInWorker(join(folder, 'cache.db')) }),
    }),
  );
  closers.push(search.dispose);
  return {
    ...search,
    warmLater: () =>
      ports.clock.after(WARM_AFTER_MS, () => {
        if (background?.isWindowless() !== true) search.current().warm();
      }),
  };
}
