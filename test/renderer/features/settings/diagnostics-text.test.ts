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
import type { Diagnostics } from '../../../../shared/model/diagnostics.ts';
import { TEXT_SIZES } from '../../../../shared/model/settings/text-sizes.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* What is told of this installation, and how the app looks. */
const load = compiled();

const told: Diagnostics = {
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
  },
  keyring: 'GNOME Keyring',
  log: [{ atMs: 3_723_000, level: 'warn', event: 'slow-query', fields: '{"tookMs":52}' }],
};
const valueOf = (label: string, of = told): string | undefined =>
  diagnosticFacts(of).find((fact) => fact.label === label)?.value;

test('facts are in plain words, and text of the service cannot turn them round', () => {
  expect(valueOf('Service')).toBe('api.example:8443, version 1.4.2');
  expect(valueOf('Clock')).toBe('7 minutes ahead of the service');
  expect(valueOf('API key')).toBe('locked, in the keyring');
  expect(valueOf('yours.db')).toContain('schema 70');
  expect(valueOf('Workspace')).toBe('account, test key');
});

test('a clock that is right, or a little off, says so', () => {
  const off = (clockOffsetMs: number) =>
    valueOf('Clock', { ...told, workspace: told.workspace && { ...told.workspace, clockOffsetMs } });
  expect([off(0), off(1), off(999)]).toEqual(Array(3).fill('within a second of the service'));
  expect([off(1_000), off(30_000)]).toEqual(['1 second behind the service', '30 seconds behind the service']);
});

test('what is copied is what is seen, line by line, the log after it', () => {
  const lines = diagnosticsText(told).split('\n');
  for (const { label, value } of diagnosticFacts(told)) expect(lines).toContain(`${label}: ${value}`);
  expect(lines).toContain('01:02:03 warn slow-query {"tookMs":52}');
  expect(diagnosticsText({ ...told, workspace: null, log: [] })).toContain('Nothing was logged');
});

test('a line of the log is one line, whatever was logged', () => {
  expect(logText({ atMs: 0, level: 'error', event: 'x', fields: 'a\nb\u202ec' })).toBe(
    '00:00:00 error x a bc',
  );
});

test('rows are as high in arithmetic as in the tokens', () => {
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

test('the page begins as the shell painted it; what it does not know is the usual', () => {
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

test('a choice is drawn before it is kept, and the others stay', async () => {
  const api = createApi<typeof contract>(createFixture(STATES.account).port);
  // What is loaded is the module of that file.
  const { Appearance } = (await load('/renderer/session/appearance.svelte.ts')) as typeof AppearanceModule;
  const appearance = new Appearance(api, { theme: 'dark', density: 'compact', textSize: 125 });
  expect(appearance.drawn).toBe('dark');
  await appearance.refresh();
  expect([appearance.theme, appearance.density, appearance.textSize]).toEqual(['system', 'comfortable', 100]);
  const keeping = appearance.choose({ textSize: 200 });
  expect(appearance.textSize).toBe(200);
  await keeping;
  expect(await api.settings.appearance({})).toEqual({
    theme: 'system',
    density: 'comfortable',
    textSize: 200,
  });
});
