import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { houseRules } from './scripts/lint/house-rules.mjs';

const source = ['electron/**/*.ts', 'shared/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.svelte'];
const typescript = [
  ...source,
  'test/**/*.ts',
  'test/**/*.svelte',
  'bench/**/*.ts',
  'scripts/**/*.ts',
  '*.config.ts',
];
const outsideProduct = ['scripts/**', 'test/**', 'bench/**', '*.config.{js,ts}'];

const strict = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

/** What needs types: read here for components, by oxlint (`.oxlintrc.json`) everywhere else, which takes a fifth of the time. */
const typed = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/only-throw-error': 'error',
};

export default ts.config(
  {
    ignores: ['out/', 'dist/', '.roundwatch/', 'test-results/', 'playwright-report/', 'docs/'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { rules: { eqeqeq: ['error', 'always', { null: 'ignore' }], 'no-console': 'error' } },

  // --- languages ------------------------------------------------------------------------------------------------------
  {
    files: typescript,
    extends: [ts.configs.recommended],
    rules: strict,
  },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: typed,
  },
  { files: ['**/*.d.mts'], extends: [ts.configs.recommended] },
  svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/no-target-blank': 'error',
      'svelte/button-has-type': 'error',
      // The compiler's warnings, accessibility among them.
      'svelte/valid-compile': ['error', { ignoreWarnings: false }],
      // `let { value = $bindable() } = $props()` needs it.
      'prefer-const': 'off',
    },
  },
  { files: ['renderer/**', 'test/renderer/**'], languageOptions: { globals: globals.browser } },
  { files: outsideProduct, languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  // TypeScript knows what is defined, types included.
  { files: typescript, rules: { 'no-undef': 'off' } },

  // --- house rules ----------------------------------------------------------------------------------------------------
  {
    files: source,
    plugins: { roundwatch: houseRules },
    rules: {
      'roundwatch/import-rules': 'error',
      'roundwatch/no-default-export': 'error',
      'roundwatch/no-raw-ipc': 'error',
      'roundwatch/no-network': 'error',
      'roundwatch/one-secret-comparison': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,js,mjs,mts,svelte}'],
    plugins: { roundwatch: houseRules },
    rules: { 'roundwatch/file-names': 'error' },
  },
  {
    files: ['scripts/**/*.mjs'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['electron/**/*.ts', 'shared/**/*.ts'], rules: { 'roundwatch/no-module-state': 'error' } },
  { files: ['electron/core/**/*.ts'], rules: { 'roundwatch/no-process-env': 'error' } },
  {
    files: ['renderer/views/**/*.svelte', 'renderer/App.svelte'],
    rules: { 'roundwatch/no-literal-style': 'error' },
  },

  { files: ['electron/core/signals/**/*.ts'], rules: { 'roundwatch/only-a-server': 'error' } },

  // --- the exceptions, each with its reason ---------------------------------------------------------------------------
  {
    // The places where IPC lives.
    files: ['electron/preload.ts', 'electron/main.ts', 'electron/shells/electron-port.ts'],
    rules: { 'roundwatch/no-raw-ipc': 'off' },
  },
  {
    // The way out, the simulated service (it delivers webhooks), and the renderer's own line to the loopback shell.
    files: ['electron/adapters/fetch-transport.ts', 'electron/simulator/**', 'renderer/host/**'],
    rules: { 'roundwatch/no-network': 'off' },
  },
  {
    // The one place.
    files: ['electron/core/same-secret.ts'],
    rules: { 'roundwatch/one-secret-comparison': 'off' },
  },
  {
    // Written for a terminal.
    files: [...outsideProduct, 'electron/simulator/cli.ts'],
    rules: { 'no-console': 'off' },
  },
);
