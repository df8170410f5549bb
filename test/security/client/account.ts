import { createClient, type ClientOptions } from '../../../electron/core/service-api/client.ts';
import { exec, get, num } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import type { Clock, Logger } from '../../../electron/core/ports.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor } from '../../../electron/core/quota/governor.ts';
import { createDriftRecorder } from '../../../electron/core/workspace/drift-recorder.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { loadContactKey } from '../../support/app/library-fixtures.ts';
import { requestAndStore } from './request-and-store.ts';
import { KEY } from './subject-plan.ts';

/** A quota so high that no test reaches it, because these tests are not about the quota. */
const LIMIT = 100_000_000;
const nothing = (): void => undefined;
const silent: Logger = { info: nothing, warn: nothing, error: nothing };

export interface Account {
  readonly governor: Governor;
  /**
   * Makes a request that goes through all of the product's steps: reserve, send, decode, store and settle.
   */
  request(endpoint: Endpoint, companyId: string, options: RequestOptions): Promise<unknown>;
  /** Returns the number of ledger rows that were reserved but never settled. */
  reservedRows(): number;
  /** Releases the memory of SQLite's page caches, up to 16 MB for each file. */
  shrink(): void;
  close(): void;
}
export interface RequestOptions extends Pick<ClientOptions, 'transport' | 'baseUrl'> {
  /** A governor to use in place of the account's own. */
  readonly governor?: Governor;
}

/** Opens an account in `folder`. Its three database files and its governor are the product's real parts. */
export function openAccount(folder: string, clock: Clock): Account {
  const files = openWorkspaceFiles(folder, { clock, log: silent });
  const governor = createGovernor({
    db: files.ledger,
    clock,
    log: silent,
    publishChanged: nothing,
    random: Math.random,
    limits: {
      minute: LIMIT,
      day: LIMIT,
      'month-requests': LIMIT,
      'month-records': LIMIT,
      'companies-day': LIMIT,
      'page-turns': LIMIT,
      export: LIMIT,
      'test-key': LIMIT,
    },
  });
  const watch = createDriftRecorder({ cache: files.cache, log: silent, nowMs: () => governor.serverNowMs() });
  const seal = loadContactKey();
  return {
    governor,
    request: (endpoint, companyId, { transport, baseUrl, governor: other = governor }) => {
      const client = createClient({
        governor: other,
        transport,
        baseUrl,
        apiKey: () => Promise.resolve(KEY),
        userAgent: 'Roundwatch/0.1.0',
        hints: {
          totalContacts: () => null,
          totalRounds: () => null,
          rowsSeen: () => null,
          isKnown: () => false,
        },
        watch,
      });
      return requestAndStore(client, endpoint, companyId, { cache: files.cache, seal });
    },
    reservedRows: () => {
      const found = get(files.ledger, "SELECT count(*) AS n FROM entry WHERE state = 'reserved'");
      return found === null ? 0 : num(found, 'n');
    },
    shrink: () => {
      for (const db of [files.cache, files.ledger, files.yours]) exec(db, 'PRAGMA shrink_memory');
    },
    close: () => {
      governor.dispose();
      files.close();
    },
  };
}
