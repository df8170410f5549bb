import { createClient, type ClientOptions } from '../../electron/core/api/client.ts';
import { exec, get, num } from '../../electron/core/db/sql.ts';
import { openWorkspaceFiles } from '../../electron/core/library/open-files.ts';
import type { Clock, Logger } from '../../electron/core/ports.ts';
import type { Governor } from '../../electron/core/quota/governor-port.ts';
import { createGovernor } from '../../electron/core/quota/governor.ts';
import { createServiceWatch } from '../../electron/core/workspace/service-watch.ts';
import type { Endpoint } from '../../shared/model/budget.ts';
import { openSeal } from '../support/library-fixtures.ts';
import { askAndStore } from './ask.ts';
import { KEY } from './subject-plan.ts';

/** Far more than any run spends: what is tested here is not the quota. */
const LIMIT = 100_000_000;
const nothing = (): void => undefined;
const silent: Logger = { info: nothing, warn: nothing, error: nothing };

export interface Account {
  readonly governor: Governor;
  /** Makes a call as the product does: reserve, send, decode, store in the library, settle. */
  ask(endpoint: Endpoint, companyId: string, options: Asking): Promise<unknown>;
  /** Rows of the ledger whose call was never settled. */
  reservedRows(): number;
  /** Gives back what SQLite keeps of its files in memory, up to 16 MB each. */
  shrink(): void;
  close(): void;
}
export interface Asking extends Pick<ClientOptions, 'transport' | 'baseUrl'> {
  /** In place of the account's own governor. */
  readonly governor?: Governor;
}

/** An account with its three files below `folder`: the product's own parts, all of them real. */
export function openAccount(folder: string, clock: Clock): Account {
  const files = openWorkspaceFiles(folder, { clock, log: silent });
  const governor = createGovernor({
    db: files.ledger,
    clock,
    log: silent,
    publishChanged: nothing,
    random: Math.random,
    documentedLimits: {
      ...{ minute: LIMIT, day: LIMIT, 'month-requests': LIMIT, 'month-records': LIMIT },
      ...{ 'companies-day': LIMIT, 'page-turns': LIMIT, export: LIMIT, 'test-key': LIMIT },
    },
  });
  const watch = createServiceWatch({ cache: files.cache, log: silent, nowMs: () => governor.serverNowMs() });
  const seal = openSeal();
  return {
    governor,
    ask: (endpoint, companyId, { transport, baseUrl, governor: other = governor }) => {
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
      return askAndStore(client, endpoint, companyId, { cache: files.cache, seal });
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
