import { banners, company, search, testKey } from './account-states.ts';
import { assistants } from './assistant-states.ts';
import { background } from './background-states.ts';
import { demo, demoMorning } from './demo-states.ts';
import { firstRun } from './first-run-states.ts';
import { unreadableFiles, keyringAndDisk, passphrase } from './local-failures.ts';
import { suggestions } from './suggestion-states.ts';
import type { Walk } from './screen-state.ts';

export const WALKS: readonly Walk[] = [
  firstRun,
  search,
  company,
  testKey,
  banners,
  keyringAndDisk,
  passphrase,
  unreadableFiles,
  background,
  assistants,
  demo,
  demoMorning,
  suggestions,
];
