import { banners, company, minute, search, testKey, usedUp } from './account-states.ts';
import { demo } from './demo-states.ts';
import { door, noKeychain } from './first-run-states.ts';
import { files, machine, passphrase } from './local-failures.ts';
import type { Walk } from './screen-state.ts';

/** Every state of every screen. */
export const WALKS: readonly Walk[] = [
  door,
  noKeychain,
  search,
  minute,
  company,
  testKey,
  banners,
  usedUp,
  machine,
  passphrase,
  files,
  demo,
];
