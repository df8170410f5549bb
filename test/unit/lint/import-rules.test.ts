import { describe, expect, it } from 'vitest';
import { refusal } from '../../../scripts/lint/import-rules.mjs';

const allowed: [file: string, specifier: string][] = [
  ['shared/contract/index.ts', 'zod'],
  ['shared/contract/index.ts', '../model/company.ts'],
  ['electron/core/create-app.ts', '../../shared/contract/index.ts'],
  ['electron/core/create-app.ts', 'node:crypto'],
  ['electron/core/database/open.ts', 'better-sqlite3'],
  ['electron/simulator/server.ts', 'node:http'],
  ['electron/adapters/keytar-secrets.ts', 'keytar'],
  ['electron/adapters/keytar-secrets.ts', '../core/ports.ts'],
  ['electron/adapters/electron-settings.ts', 'electron-store'],
  ['electron/adapters/fetch-transport.ts', 'node:https'],
  ['electron/shells/electron/port.ts', 'electron'],
  ['electron/shells/loopback/port.ts', 'ws'],
  ['electron/shells/loopback.ts', 'node:http'],
  ['electron/core/foundation/local-http/local-server.ts', 'node:http'],
  ['electron/main.ts', './simulator/server.ts'],
  ['electron/preload.ts', 'electron'],
  ['renderer/session/app.svelte.ts', '../ui/text/price-text.ts'],
  ['renderer/features/search/Search.svelte', './search.svelte.ts'],
  ['renderer/features/search/Search.svelte', '../company/LazyCompany.svelte'],
  ['renderer/features/search/Search.svelte', '../../session/app.svelte.ts'],
  ['renderer/features/settings/Settings.svelte', '../search/index.ts'],
  ['renderer/features/search/filters/Filters.svelte', '../search.svelte.ts'],
  ['renderer/frame/rail/Rail.svelte', '../../features/search/search.svelte.ts'],
  ['renderer/ui/controls/note-editor.ts', '@codemirror/view'],
  ['renderer/lib/markdown.ts', 'dompurify'],
  ['renderer/App.svelte', './frame/Frame.svelte'],
  ['renderer/main.ts', './host/connect.ts'],
  ['renderer/main.ts', '@fontsource-variable/inter'],
  ['test/unit/a.test.ts', '../../electron/core/create-app.ts'],
  ['scripts/start.mjs', 'anything'],
];

const refused: [file: string, specifier: string][] = [
  ['shared/contract/index.ts', 'node:fs'],
  ['shared/contract/index.ts', '../../electron/core/ports.ts'],
  ['electron/core/create-app.ts', 'electron'],
  ['electron/core/create-app.ts', 'better-sqlite3'],
  ['electron/core/create-app.ts', 'ws'],
  ['electron/core/create-app.ts', '../adapters/system-clock.ts'],
  ['electron/core/create-app.ts', '../simulator/server.ts'],
  ['electron/core/service-api/client.ts', 'node:http'],
  ['electron/core/service-api/client.ts', 'node:net'],
  ['electron/core/service-api/client.ts', 'node:dns/promises'],
  ['electron/core/service-api/client.ts', 'fs'],
  ['electron/core/database/migrate.ts', 'better-sqlite3'],
  ['electron/simulator/server.ts', '../core/ports.ts'],
  ['electron/simulator/server.ts', '../../shared/model/company.ts'],
  ['electron/adapters/keytar-secrets.ts', 'electron-store'],
  ['electron/adapters/memory-secrets.ts', 'keytar'],
  ['electron/adapters/keytar-secrets.ts', '../core/create-app.ts'],
  ['electron/adapters/system-clock.ts', 'node:http'],
  ['electron/shells/loopback.ts', 'electron'],
  ['electron/shells/electron/port.ts', 'ws'],
  ['electron/preload.ts', './core/ports.ts'],
  ['electron/stray.ts', 'node:fs'],
  ['renderer/host/connect.ts', '../../electron/core/ports.ts'],
  ['renderer/lib/format.ts', '../session/app.svelte.ts'],
  ['renderer/lib/format.ts', 'svelte'],
  ['renderer/ui/lists/Row.svelte', '../../session/app.svelte.ts'],
  ['renderer/session/app.svelte.ts', '../host/ws-port.ts'],
  ['renderer/session/app.svelte.ts', '../features/search/index.ts'],
  ['renderer/features/lists/selection.svelte.ts', '../company/company.svelte.ts'],
  ['renderer/features/company/LazyCompany.svelte', '../search/index.ts'],
  ['renderer/features/settings/Settings.svelte', '../search/search.svelte.ts'],
  ['renderer/features/search/Search.svelte', '../settings/index.ts'],
  ['renderer/features/search/Search.svelte', '../../frame/screens.ts'],
  ['renderer/features/search/Search.svelte', '../../host/connect.ts'],
  ['renderer/features/search/Search.svelte', '@codemirror/view'],
  ['renderer/features/search/Search.svelte', 'bits-ui'],
  ['renderer/stray.ts', './lib/format.ts'],
  ['renderer/main.ts', '../electron/core/ports.ts'],
  ['renderer/main.ts', 'node:fs'],
];

describe('what a file may import', () => {
  it.each(allowed)('%s may import %s', (file, specifier) => {
    expect(refusal(file, specifier)).toBeNull();
  });
  it.each(refused)('%s may not import %s', (file, specifier) => {
    expect(refusal(file, specifier)).toEqual(expect.any(String));
  });
});
