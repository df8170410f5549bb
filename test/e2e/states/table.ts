import { banners, company, minute, search, testKey, usedUp } from './account.ts';
import { demo } from './demo.ts';
import { door, noKeychain } from './door.ts';
import { files, machine, passphrase } from './machine.ts';
import type { Walk } from './state.ts';

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
