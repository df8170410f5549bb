import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  diagnosticFacts,
  diagnosticsText,
  logText,
} from '../../../../renderer/features/settings/diagnostics/diagnostics-text.ts';
import { initialAppearance } from '../../../../renderer/session/initial-appearance.ts';
import { rowHeight } from '../../../../renderer/ui/lists/row-heights.ts';
import type * as AppearanceModule from '../../../../renderer/session/appearance.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { Diagnostics } from '../../../../shared/model/settings/diagnostics.ts';
import { TEXT_SIZES } from '../../../../shared/model/settings/text-sizes.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* The text of the diagnostics, and the appearance settings. */
const load = compiled();

const diagnostics: Diagnostics = {
  versions: {
    app: '1.2.3',
    shell: 'electron',
    electron: '40.1.0',
    chromium: '144.0',
    node: '24.11.1',
    sqlite: '3.50.4',
    system: 'linux x64 6.8',
  },
  workspace: {
    kind: 'account',
    keyType: 'test',
    host: 'api.example:8443',
    serviceVersion: '1.4.2\u202e',
    drifts: 3,
    clockOffsetMs: -7 * 60_000,
    apiKey: { state: 'locked', place: 'keychain' },
    people: { mode: 'passphrase', state: 'locked' },
    files: [{ name: 'yours', bytes: 2_000_000, schema: 70 }],
    serviceErrors: [],
  },
  keyring: 'GNOME Keyring',
  keyringState: 'ready',
  log: [{ atMs: 3_723_000, level: 'warn', event: 'slow-query', fields: '{"tookMs":52}' }],
};
const valueOf = (label: string, of = diagnostics): string | undefined =>
  diagnosticFacts(of).find((fact) => fact.label === label)?.value;

test('shows facts in plain words, without characters that reorder text', () => {
  expect(valueOf('Service')).toBe('api.example:8443, version 1.4.2');
  expect(valueOf('Clock')).toBe('7 minutes ahead of the service’s clock');
  expect(valueOf('API key')).toBe('locked, storage: keychain');
  expect(valueOf('yours.db')).toContain('schema 70');
  expect(valueOf('Workspace')).toBe('account, test key');
});

test('describes the keychain in the words of the connect screen', () => {
  const keyring = (keyringState: Diagnostics['keyringState']) =>
    valueOf('Keychain', { ...diagnostics, keyringState });
  expect(keyring('ready')).toBe('GNOME Keyring');
  expect(keyring('unavailable')).toBe('no keychain found on this computer');
  expect(keyring(null)).toBe('GNOME Keyring, not checked yet');
  expect(valueOf('Keychain', { ...diagnostics, keyring: null })).toBe('no supported keychain');
});

test('describes how far the clock is off', () => {
  const off = (clockOffsetMs: number) =>
    valueOf('Clock', {
      ...diagnostics,
      workspace: diagnostics.workspace && { ...diagnostics.workspace, clockOffsetMs },
    });
  expect([off(0), off(1), off(999)]).toEqual(Array(3).fill('no known difference from the service’s clock'));
  expect([off(1_000), off(30_000)]).toEqual([
    '1 second behind the service’s clock',
    '30 seconds behind the service’s clock',
  ]);
});

test('shows the newest error responses', () => {
  const error = { error: 'Out of order', code: null, message: null, detail: null, hint: null, excerpt: null };
  const serviceErrors = [{ ...error, status: 503, endpoint: 'stats', atMs: 3_723_000 }];
  const workspace = diagnostics.workspace && { ...diagnostics.workspace, serviceErrors };
  expect(valueOf('stats failed, 1970-01-01 01:02:03 UTC', { ...diagnostics, workspace })).toBe(
    '503, Out of order',
  );
});

test('copies the facts as shown, followed by the log', () => {
  const lines = diagnosticsText(diagnostics).split('\n');
  for (const { label, value } of diagnosticFacts(diagnostics)) expect(lines).toContain(`${label}: ${value}`);
  expect(lines).toContain('01:02:03 warn slow-query {"tookMs":52}');
  expect(diagnosticsText({ ...diagnostics, workspace: null, log: [] })).toContain('Nothing logged');
});

test('shows every log entry on one line', () => {
  expect(logText({ atMs: 0, level: 'error', event: 'x', fields: 'a\nb\u202ec' })).toBe(
    '00:00:00 error x a bc',
  );
});

test('row heights in code equal the tokens', () => {
  const tokens = readFileSync('renderer/ui/tokens.css', 'utf8');
  const inTokens = [...tokens.matchAll(/--row(-tight)?: round\((\d+)px \* var\(--text-scale\), 1px\)/g)];
  expect(inTokens.map(([, tight, base]) => [tight === undefined ? 36 : 32, Number(base)])).toEqual([
    [36, rowHeight(36, 'comfortable', 100)],
    [32, rowHeight(32, 'comfortable', 100)],
    [36, rowHeight(36, 'compact', 100)],
    [32, rowHeight(32, 'compact', 100)],
  ]);
  for (const size of TEXT_SIZES) {
    if (size !== 100) expect(tokens).toContain(`[data-text='${size}'] {\n  --text-scale: ${size / 100};`);
    for (const density of ['comfortable', 'compact'] as const)
      expect(Number.isInteger(rowHeight(36, density, size))).toBe(true);
  }
});

test('starts with the appearance that the shell painted, with defaults for unknown values', () => {
  expect(initialAppearance({ dataset: { theme: 'dark', density: 'compact', text: '150' } })).toEqual({
    theme: 'dark',
    density: 'compact',
    textSize: 150,
  });
  expect(initialAppearance({ dataset: { theme: 'sepia', text: '130' } })).toEqual({
    theme: 'system',
    density: 'comfortable',
    textSize: 100,
  });
});

test('shows a choice before it is saved, and leaves the others unchanged', async () => {
  const api = createApi<typeof contract>(createFixture(STATES.account).port);
  const { Appearance } = (await load('/renderer/session/appearance.svelte.ts')) as typeof AppearanceModule;
  const appearance = new Appearance(api, { theme: 'dark', density: 'compact', textSize: 125 });
  expect(appearance.activeTheme).toBe('dark');
  await appearance.refresh();
  expect([appearance.theme, appearance.density, appearance.textSize]).toEqual(['system', 'comfortable', 100]);
  const saving = appearance.choose({ textSize: 200 });
  expect(appearance.textSize).toBe(200);
  await saving;
  expect(await api.settings.appearance({})).toEqual({
    theme: 'system',
    density: 'comfortable',
    textSize: 200,
  });
});
