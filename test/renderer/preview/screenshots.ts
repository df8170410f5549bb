import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';

/* `node --experimental-strip-types test/renderer/preview/screenshots.ts [name…]`: pictures of every state to /tmp/rw-screens, under the shells' policy. */

const OUT = '/tmp/rw-screens';
const NOW = '2026-05-14T07:52:00Z';
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 1024, height: 700 } } as const;
type Act = (page: Page) => Promise<void>;
interface Shot {
  readonly query: string;
  readonly act?: Act;
}

const SHOTS: Readonly<Record<string, Shot>> = {
  kit: { query: 'state=kit' },
  'first-run': { query: 'state=first-run' },
  'first-run-errors': {
    query: 'state=first-run-loopback',
    act: async (page) => {
      await page.getByLabel('Base URL').fill('https://api.signals.example/api/v1');
      await page.getByLabel('API key', { exact: true }).fill('secret');
      await page.getByLabel('Passphrase', { exact: true }).fill('long enough');
      await page.getByLabel('Passphrase again', { exact: true }).fill('long enough');
      await page.getByRole('button', { name: /^Connect/ }).click();
      await page.getByText('Real accounts open in the desktop app only').waitFor();
    },
  },
  settings: { query: 'state=account&screen=settings' },
  'settings-remove': {
    query: 'state=account&screen=settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'More about Harbour & Sons' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
    },
  },
  'settings-replace': {
    query: 'state=account&screen=settings',
    act: (page) => page.getByRole('button', { name: 'Replace the key' }).click(),
  },
  demo: {
    query: 'state=demo&screen=search',
    act: (page) => page.getByRole('button', { name: 'Demo controls' }).click(),
  },
  palette: { query: 'state=account&screen=quota', act: (page) => page.keyboard.press('Control+k') },
  shortcuts: { query: 'state=account&screen=settings', act: (page) => page.keyboard.press('?') },
  search: { query: 'state=account&screen=search' },
  library: { query: 'state=account&screen=library' },
  quota: { query: 'state=account&screen=quota' },
  'quota-new': { query: 'state=empty&screen=quota' },
  'quota-tables': {
    query: 'state=account&screen=quota',
    act: async (page) => {
      for (const name of ['Records left in May, as a table', 'Records a day, 30 days, as a table'])
        await page.getByRole('button', { name }).click();
    },
  },
  'quota-allowances': {
    query: 'state=account&screen=quota',
    act: (page) => page.getByRole('button', { name: 'Change', exact: true }).click(),
  },
  queue: {
    query: 'state=account&screen=library',
    act: (page) => page.getByRole('button', { name: /waiting/ }).click(),
  },
  'search-price': {
    query: 'state=account&screen=search',
    act: async (page) => {
      await page.getByRole('button', { name: /^Run search/ }).hover();
      await page.clock.runFor(600);
    },
  },
  'search-exhausted': { query: 'state=exhausted&screen=search' },
  company: { query: 'state=account&screen=library&company=lumenfold&full=1' },
  'company-never': { query: 'state=account&screen=library&company=alpenrail&full=1' },
  'company-summary': { query: 'state=account&screen=library&company=gridmarsh&full=1' },
  'company-none': {
    query: 'state=offline&screen=library&company=rautia&full=1',
    act: async (page) => {
      for (const name of ['Open roles', 'Tech'])
        await page
          .getByRole('region', { name, exact: true })
          .getByRole('button', { name: /^Ask again/ })
          .click();
    },
  },
  'company-beside': { query: 'state=account&screen=library&company=lumenfold' },
  locked: { query: 'state=locked&screen=settings' },
  offline: { query: 'state=offline&screen=library' },
  refused: { query: 'state=refused&screen=quota' },
  skewed: { query: 'state=skewed&screen=settings' },
  empty: { query: 'state=empty&screen=library' },
};

async function shoot(browser: Browser, base: string, name: string, shot: Shot): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const theme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport,
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.clock.install({ time: new Date(NOW) });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          console.log(`${name} ${size} ${theme}: ${message.text()}`);
      });
      page.on('pageerror', (error) => console.log(`${name} ${size} ${theme}: ${error.message}`));
      await page.goto(`${base}?${shot.query}&theme=${theme}`);
      await page.clock.runFor(400);
      await page.evaluate(() => document.fonts.ready);
      await shot
        .act?.(page)
        .catch((error: unknown) => console.log(`${name} ${size} ${theme}: ${String(error)}`));
      await page.clock.runFor(600);
      await page.screenshot({ path: `${OUT}/${name}-${size}-${theme}.png`, fullPage: name === 'kit' });
      await context.close();
    }
}

mkdirSync(OUT, { recursive: true });
const configFile = resolve(import.meta.dirname, 'vite.config.ts');
await build({ configFile, logLevel: 'warn' });
const server = await preview({ configFile });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const wanted = process.argv.slice(2);
try {
  for (const [name, shot] of Object.entries(SHOTS))
    if (wanted.length === 0 || wanted.some((each) => name.startsWith(each)))
      await shoot(browser, 'http://127.0.0.1:5198/', name, shot);
} finally {
  await browser.close();
  await server.close();
}
