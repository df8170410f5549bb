import { test } from '@playwright/test';
import { WALKS } from './all-states.ts';
import { appearances, walk } from './walk.ts';

/*
 * Every state of every screen can be reached, shows its text, and has no accessibility faults. Full runs
 * check every state in both themes.
 */

// Runs with screenshots take longer.
test.describe.configure({ timeout: process.env['ROUNDWATCH_SCREENS'] === undefined ? 240_000 : 400_000 });

for (const each of WALKS)
  for (const appearance of appearances())
    test(`states: ${[each.name, ...Object.values(appearance)].join(', ')}`, async ({ browser }) => {
      await walk(browser, each, appearance);
    });
