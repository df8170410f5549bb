import { describe, expect, it } from 'vitest';
import { refusal } from '../../../scripts/lint/import-rules.mjs';

const allowed: [file: string, specifier: string][] = [
  ['shared/contract.ts', 'zod'],
  ['shared/contract.ts', './model/company.ts'],
  ['electron/core/create-app.ts', '../../shared/contract.ts'],
  ['electron/core/create-app.ts', 'node:crypto'],
  ['electron/core/db/open.ts', 'better-sqlite3'],
  ['electron/simulator/server.ts', 'node:http'],
  ['electron/adapters/keytar-secrets.ts', 'keytar'],
  ['electron/adapters/keytar-secrets.ts', '../core/ports.ts'],
  ['electron/adapters/electron-settings.ts', 'electron-store'],
  ['electron/adapters/fetch-transport.ts', 'node:https'],
  ['electron/shells/electron-port.ts', 'electron'],
  ['electron/shells/loopback-port.ts', 'ws'],
  ['electron/shells/loopback.ts', 'node:http'],
  ['electron/core/signals/hook-server.ts', 'node:http'],
  ['electron/main.ts', './simulator/server.ts'],
  ['electron/preload.ts', 'electron'],
  ['renderer/state/search.svelte.ts', '../host/api.ts'],
  ['renderer/views/Search.svelte', '../state/search.svelte.ts'],
  ['renderer/ui/note-editor.ts', '@codemirror/view'],
  ['renderer/lib/markdown.ts', 'dompurify'],
  ['renderer/App.svelte', './views/Search.svelte'],
  ['renderer/main.ts', '@fontsource-variable/inter'],
  ['test/unit/a.test.ts', '../../electron/core/create-app.ts'],
  ['scripts/start.mjs', 'anything'],
];

const refused: [file: string, specifier: string][] = [
  ['shared/contract.ts', 'node:fs'],
  ['shared/contract.ts', '../electron/core/ports.ts'],
  ['electron/core/create-app.ts', 'electron'],
  ['electron/core/create-app.ts', 'better-sqlite3'],
  ['electron/core/create-app.ts', 'ws'],
  ['electron/core/create-app.ts', '../adapters/system-clock.ts'],
  ['electron/core/create-app.ts', '../simulator/server.ts'],
  ['electron/core/api/client.ts', 'node:http'],
  ['electron/core/api/client.ts', 'node:net'],
  ['electron/core/api/client.ts', 'node:dns/promises'],
  ['electron/core/api/client.ts', 'fs'],
  ['electron/core/db/migrate.ts', 'better-sqlite3'],
  ['electron/simulator/server.ts', '../core/ports.ts'],
  ['electron/simulator/server.ts', '../../shared/model/company.ts'],
  ['electron/adapters/keytar-secrets.ts', 'electron-store'],
  ['electron/adapters/memory-secrets.ts', 'keytar'],
  ['electron/adapters/keytar-secrets.ts', '../core/create-app.ts'],
  ['electron/adapters/system-clock.ts', 'node:http'],
  ['electron/shells/loopback.ts', 'electron'],
  ['electron/shells/electron-port.ts', 'ws'],
  ['electron/preload.ts', './core/ports.ts'],
  ['electron/stray.ts', 'node:fs'],
  ['renderer/host/api.ts', '../../electron/core/ports.ts'],
  ['renderer/state/search.svelte.ts', '../host/ws-port.ts'],
  ['renderer/state/search.svelte.ts', '../views/Search.svelte'],
  ['renderer/lib/format.ts', '../state/search.svelte.ts'],
  ['renderer/ui/List.svelte', '../state/search.svelte.ts'],
  ['renderer/views/Search.svelte', '../host/api.ts'],
  ['renderer/views/Search.svelte', '@codemirror/view'],
  ['renderer/views/Search.svelte', 'bits-ui'],
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
