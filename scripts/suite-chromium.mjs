import { findChromium } from './environment.mjs';
import { runSuite, skip } from './suites.mjs';

/** The loopback shell in the installed Chromium. `only`: some of its files, `env`: more for them. */
export async function runChromiumSuite(name, { only, env = {}, timeoutMs = 900_000, tryAgain = false } = {}) {
  if (!findChromium()) return skip(name, 'no Chromium or Chrome is installed');
  const config = 'playwright.config.ts';
  return runSuite(name, {
    ...{ runner: 'playwright', folder: 'test/e2e', config, timeoutMs, only, tryAgain, env },
  });
}
