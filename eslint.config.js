import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { houseRules } from './scripts/lint/house-rules.mjs';

/**
 * ESLint checks components; oxlint applies the same rules to all other files in a tenth of the time
 * (`.oxlintrc.json`). For components, rules that need types run on the modules that svelte-check generates
 * (`scripts/types.mjs`).
 */

const components = ['**/*.svelte'];
/** Modules that use runes. ESLint applies only Svelte's own rules to them. */
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
      // TypeScript reports undefined names, including types.
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
      // These rules are slow because they compile every component. `npm run types` already reports the
      // compiler's errors and warnings.
      'svelte/valid-compile': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
      // `let { value = $bindable() } = $props()` requires `let`.
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
