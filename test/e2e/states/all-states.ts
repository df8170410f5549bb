import { banners, company, fullMinute, search, testKey, usedUp } from './account-states.ts';
import { demo, demoMorning } from './demo-states.ts';
import { firstRun, noKeychain } from './first-run-states.ts';
import { unreadableFiles, keyringAndDisk, passphrase } from './local-failures.ts';
import { suggestions } from './suggestion-states.ts';
import type { Walk } from './screen-state.ts';

/** The walks through every state of every screen. */
export const WALKS: readonly Walk[] = [
  firstRun,
  noKeychain,
  search,
  fullMinute,
  company,
  testKey,
  banners,
  usedUp,
  keyringAndDisk,
  passphrase,
  unreadableFiles,
  demo,
  demoMorning,
  suggestions,
];
