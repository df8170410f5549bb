import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { houseRules } from '../../../scripts/lint/house-rules.mjs';
import { literalStyles } from '../../../scripts/lint/no-literal-style.mjs';

/** Returns the messages that a rule reports for some source code. */
function lint(rule: string, code: string, filename = 'electron/core/planted.ts'): string[] {
  const linter = new Linter({ cwd: '/project' });
  const config: Linter.Config = {
    files: ['**/*.{ts,mts,svelte}'],
    languageOptions: { parser: ts.parser as Linter.Parser },
    plugins: { roundwatch: houseRules },
    rules: { [`roundwatch/${rule}`]: 'error' },
  };
  return linter.verify(code, [config], { filename: `/project/${filename}` }).map(({ message }) => message);
}

describe('import-rules', () => {
  it.each([
    "import { ipcMain } from 'electron';",
    "import type { App } from 'electron';",
    "export { app } from 'electron';",
    "export * from 'electron';",
    "const electron = await import('electron');",
    "const electron = require('electron');",
    "import electron = require('electron');",
    "type App = import('electron').App;",
  ])('reports %s', (code) => {
    expect(lint('import-rules', code)).toHaveLength(1);
  });

  it('accepts an allowed import', () => {
    expect(lint('import-rules', "import { z } from 'zod'; import './ports.ts'; import 'node:fs';")).toEqual(
      [],
    );
  });
});

describe('simple rules', () => {
  it.each([
    ['no-default-export', 'export default 1;'],
    ['no-default-export', 'const a = 1; export { a as default };'],
    ['no-module-state', 'let count = 0;'],
    ['no-module-state', 'export let count = 0;'],
    ['no-module-state', 'var count = 0;'],
    ['no-process-env', 'const home = process.env.HOME;'],
    ['no-process-env', "import { env } from 'node:process';"],
    ['no-raw-ipc', "import { ipcRenderer } from 'electron';"],
    ['no-raw-ipc', 'electron.ipcMain.handle;'],
    ['one-secret-comparison', "import { timingSafeEqual } from 'node:crypto';"],
    ['one-secret-comparison', 'crypto.timingSafeEqual(a, b);'],
    ['no-request-counters', 'const turn = ++this.#turn;'],
    ['no-request-counters', 'const turn = (count += 1);'],
    ['only-a-server', "import { createServer, request } from 'node:http';"],
    ['only-a-server', "import { connect } from 'node:net';"],
    ['only-a-server', "import * as http from 'node:http';"],
    ['only-a-server', "import { get } from 'node:https';"],
    ['no-network', "await fetch('https://example.com');"],
    ['no-network', "globalThis.fetch('https://example.com');"],
    ['no-network', "new WebSocket('wss://example.com');"],
    ['no-network', "navigator.sendBeacon('/');"],
  ])('%s rejects %s', (rule, code) => {
    expect(lint(rule, code)).not.toEqual([]);
  });

  it.each([
    ['no-default-export', 'export const a = 1;'],
    ['no-module-state', 'const a = 1; function f() { let b = a; return b; }'],
    ['no-process-env', 'process.hrtime();'],
    ['no-request-counters', 'const id = this.#nextId++; count += 1; ++count;'],
    ['no-network', 'transport.fetch; fetchPage();'],
    [
      'only-a-server',
      "import { createServer, type IncomingMessage } from 'node:http'; import type { Socket } from 'node:net';",
    ],
  ])('%s accepts %s', (rule, code) => {
    expect(lint(rule, code)).toEqual([]);
  });
});

describe('file-names', () => {
  it.each([
    'shared/app-error.ts',
    'renderer/features/search/search.svelte.ts',
    'electron/core/database/migrations/cache/0010-first.ts',
    'renderer/features/search/SearchResults.svelte',
    'electron.vite.config.ts',
    'scripts/lint/house-rules.d.mts',
  ])('accepts %s', (file) => expect(lint('file-names', '', file)).toEqual([]));

  it.each([
    'shared/appError.ts',
    'shared/AppError.ts',
    'shared/app_error.ts',
    'renderer/features/search/Search.svelte.ts',
    'renderer/features/search/search-results.svelte',
  ])('rejects %s', (file) => expect(lint('file-names', '', file)).toHaveLength(1));
});

describe('no-literal-style', () => {
  const texts = (source: string) => literalStyles(source).map(({ text }) => text);

  it.each([
    ['<style>a { color: #fff; }</style>', '#fff'],
    ['<style>a { color: rgb(0 0 0); }</style>', 'rgb('],
    ['<style>a { color: hsl(0 0% 0%); }</style>', 'hsl('],
    ['<style>a { color: oklch(0.5 0 0); }</style>', 'oklch('],
    ['<style>\n  a {\n    padding: var(--space-1) 12px;\n  }\n</style>', '12px'],
    ['<style>a { margin: -1.5px }</style>', '-1.5px'],
    ['<style>a { width: calc(100% - 20px) }</style>', '20px'],
    ['<p style="color: #123456">', '#123456'],
    ['<p style={`width: ${n}px; height: 3px`}>', '3px'],
    ['<p style:color="rgba(0,0,0,.5)">', 'rgba('],
    ['<p style:width={"4px"}>', '4px'],
    ['<p class="p-1 w-[37px]">', '37px'],
    ['<p class="hover:bg-[#abc]">', '#abc'],
    ['<p class="[color:rgb(1,2,3)]">', 'rgb('],
    ["<script>const name = wide ? 'w-[40px]' : '';</script>", '40px'],
  ])('reports the literal in %s', (source, text) => {
    expect(texts(source)).toContain(text);
  });

  it.each([
    '<style>a { color: var(--ink); padding: var(--space-2); width: 50%; }</style>',
    '<style>@media (min-width: 900px) { a { display: none } }</style>',
    '<style>@container list (width < 400px) { a { display: none } }</style>',
    '<style>/* 1px and #fff */ a { color: inherit }</style>',
    '<a href="#add">Add #1 for 12px</a>',
    '<p class="text-ink w-[50%] p-2">',
    '<p style:width={`${share}%`}>',
    '<script>const rows = list[10]; const selector = "#abc";</script>',
  ])('accepts %s', (source) => {
    expect(texts(source)).toEqual([]);
  });
});
