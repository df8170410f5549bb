import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { houseRules } from './scripts/lint/house-rules.mjs';

/**
 * Components alone: `.oxlintrc.json` has the same rules, in a tenth of the time, for everything else. What of a component needs
 * types is found in what svelte-check makes of it (`scripts/types.mjs`).
 */

const components = ['**/*.svelte'];
/** Modules with runes: only what Svelte's own rules say of them. */
const modules = ['**/*.svelte.ts'];

export default ts.config(
  {
    ignores: [
      'out/',
      'dist/',
      '.roundwatch/',
      '.svelte-check/',
      'test-results/',
      'playwright-report/',
      'docs/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: components,
    extends: [js.configs.recommended, ts.configs.recommended],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      // TypeScript knows what is defined, types included.
      'no-undef': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  svelte.configs['flat/recommended'],
  {
    files: [...components, ...modules],
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
  { files: modules, languageOptions: { parser: ts.parser } },
  { files: components, plugins: { roundwatch: houseRules }, rules: { 'roundwatch/file-names': 'error' } },
  {
    files: ['renderer/**/*.svelte'],
    rules: {
      'roundwatch/import-rules': 'error',
      'roundwatch/no-default-export': 'error',
      'roundwatch/no-raw-ipc': 'error',
      'roundwatch/no-network': 'error',
      'roundwatch/no-request-counters': 'error',
      'roundwatch/one-secret-comparison': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['renderer/{features,frame,session}/**/*.svelte', 'renderer/App.svelte'],
    rules: { 'roundwatch/no-literal-style': 'error' },
  },
  { files: ['test/**/*.svelte'], rules: { 'no-console': 'off' } },
);
