import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { houseRules } from './scripts/lint/house-rules.mjs';

const source = ['electron/**/*.ts', 'shared/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.svelte'];
const typed = [...source, 'test/**/*.ts', 'test/**/*.svelte', 'bench/**/*.ts', '*.config.ts'];
const outsideProduct = ['scripts/**', 'test/**', 'bench/**', '*.config.{js,ts}'];

const strictTypes = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
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
    files: typed,
    extends: [ts.configs.recommended],
    languageOptions: {
      parserOptions: {
        // What imports most comes first: few programs know every file, and each is checked once.
        project: ['node', 'shared'].map((part) => `./tsconfig.${part}.json`),
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: strictTypes,
  },
  {
    // One program stays open for all of them; a list of projects makes one anew for each component.
    files: ['renderer/**/*.{ts,svelte}', 'test/renderer/**/*.{ts,svelte}'],
    languageOptions: { parserOptions: { project: null, projectService: true } },
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
  { files: typed, rules: { 'no-undef': 'off' } },

  // --- house rules ----------------------------------------------------------------------------------------------------
  {
    files: source,
    plugins: { roundwatch: houseRules },
    rules: {
      'roundwatch/import-rules': 'error',
      'roundwatch/no-default-export': 'error',
      'roundwatch/no-raw-ipc': 'error',
      'roundwatch/no-network': 'error',
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
    // Written for a terminal.
    files: [...outsideProduct, 'electron/simulator/cli.ts'],
    rules: { 'no-console': 'off' },
  },
);
