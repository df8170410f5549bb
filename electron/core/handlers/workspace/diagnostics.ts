import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { SERVICE_ERRORS_MAX, type Diagnostics } from '../../../../shared/model/settings/diagnostics.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { schemaVersion } from '../../database/queries/backup.ts';
import { newestServiceErrors } from '../../database/queries/ledger/service-errors.ts';
import { sqliteVersion } from '../../database/queries/sqlite-version.ts';
import { sizeOf } from '../../backup/durable-files.ts';
import { checkAccount, priceOfAccountCheck } from '../../fetching/check-account.ts';
import { serviceState } from '../../library/service-state.ts';
import type { Ports } from '../../ports.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { AppFacts } from '../app.ts';

const FILES = ['cache', 'yours', 'ledger'] as const;

/** Handlers that collect facts for a support request. Only `check` sends requests to the service. */
export function createDiagnosticsHandlers(
  workspaces: Workspaces,
  { secrets, recentLog }: Pick<Ports, 'secrets' | 'recentLog'>,
  { version, shell }: AppFacts,
): Handlers['diagnostics'] {
  return {
    read: async () => {
      const open = workspaces.active();
      const { electron, chrome, node }: NodeJS.ProcessVersions = process.versions;
      return {
        versions: {
          app: version,
          shell,
          node,
          electron: electron ?? null,
          chromium: chrome ?? null,
          sqlite: open === null ? null : sqliteVersion(open.files.cache),
          system: `${platform()} ${arch()} ${release()}`.slice(0, 120),
        },
        workspace: open === null ? null : await workspaceFacts(workspaces, open),
        keyring: secrets.keychain?.name ?? null,
        keyringState: secrets.keychain?.lastState?.() ?? null,
        log: recentLog?.().slice(-LIST_LIMIT_MAX) ?? [],
      };
    },
    checkPrice: () => priceOfAccountCheck(workspaces.current()),
    check: ({ accepted, screen }) => checkAccount(workspaces.current(), accepted, screen),
  };
}

async function workspaceFacts(
  { store }: Workspaces,
  { record, files, vault, governor }: Pick<OpenWorkspace, 'record' | 'files' | 'vault' | 'governor'>,
): Promise<NonNullable<Diagnostics['workspace']>> {
  const { id, kind, baseUrl, keyType } = record();
  const folder = store.folder(id);
  const { version, driftTotal } = serviceState(files.cache);
  const { apiKey, people } = await vault.state();
  return {
    kind,
    keyType,
    serviceVersion: version,
    drifts: driftTotal,
    apiKey,
    host: new URL(baseUrl).host,
    clockOffsetMs: governor.status().clockSkewMs,
    people: { mode: people.mode, state: people.state },
    files: FILES.map((name) => {
      const file = join(folder, `${name}.db`);
      const bytes = (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0);
      return { name, bytes, schema: schemaVersion(files[name]) };
    }),
    serviceErrors: newestServiceErrors(files.ledger, SERVICE_ERRORS_MAX),
  };
}
