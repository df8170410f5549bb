import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';

/* `node --experimental-strip-types test/renderer/preview/walk.ts`: walks the frame's paths by hand and keyboard, and runs axe on every state. */

const configFile = resolve(import.meta.dirname, 'vite.config.ts');
const BASE = 'http://127.0.0.1:5198/';
await build({ configFile, logLevel: 'error' });
const server = await preview({ configFile });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let failed = 0;

function check(what: string, passed: boolean, detail = ''): void {
  if (!passed) failed++;
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${what} ${passed ? '' : detail}`);
}
async function open(query: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') check('no console errors', false, message.text());
  });
  page.on('pageerror', (error) => check('no page errors', false, error.message));
  await page.goto(`${BASE}?${query}`);
  await page.waitForTimeout(300);
  return page;
}
async function axe(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  check(
    `axe ${what}`,
    violations.length === 0,
    JSON.stringify(violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 160))])),
  );
}

async function firstRun(): Promise<void> {
  const page = await open('state=first-run');
  await page.getByRole('button', { name: /^Connect/ }).click();
  check('empty form is refused in place', await page.getByText('Paste the base URL').isVisible());
  await page.getByLabel('Base URL').fill('https://api.signals.example/api/v1');
  await page.getByLabel('API key', { exact: true }).fill('refused');
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page.getByText('The service refused the key').first().waitFor();
  check('nothing typed is lost', (await page.getByLabel('Base URL').inputValue()).startsWith('https://'));
  check(
    'the key is hidden',
    (await page.getByLabel('API key', { exact: true }).getAttribute('type')) === 'password',
  );
  await page.getByRole('button', { name: 'Show what was typed' }).click();
  check(
    'and shown on demand',
    (await page.getByLabel('API key', { exact: true }).getAttribute('type')) === 'text',
  );
  await page.getByLabel('API key', { exact: true }).fill('good');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/rw-screens/walk-connected.png' });
  check('says what it cost', (await page.getByText('1 record. 1,362 left.').count()) > 0);
  for (const name of ['Search', 'Library', 'Quota', 'Settings'])
    check(`link ${name}`, (await page.getByRole('link', { name, exact: true }).count()) === 1);
  await page.context().close();
}
async function keyboard(): Promise<void> {
  const page = await open('state=account&screen=settings');
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  check('g q goes to Quota', (await page.title()).startsWith('Quota'), await page.title());
  await page.keyboard.press('Escape');
  check('Escape goes back', (await page.title()).startsWith('Settings'), await page.title());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('dark');
  await axe(page, 'palette');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(100);
  check('palette runs', (await page.locator('html').getAttribute('data-theme')) === 'dark');
  check('palette closes', (await page.getByRole('combobox', { name: 'Commands' }).count()) === 0);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  check('Escape closes the palette only', (await page.title()).startsWith('Settings'), await page.title());
  await page.context().close();
}
async function demo(): Promise<void> {
  const page = await open('state=first-run');
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await page.getByText('This is the demo.').waitFor();
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('switch', { name: 'Simulated service' }).click();
  await page.getByText('The simulated service is stopped.').waitFor();
  check('offline is a word', await page.getByText('Offline since').isVisible());
  await page.getByRole('button', { name: '7 days', exact: true }).last().click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/rw-screens/walk-demo.png' });
  await axe(page, 'demo controls');
  await page.getByRole('button', { name: 'Leave the demo' }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.getByText('This is the demo.').waitFor();
  await page.context().close();
}
async function people(): Promise<void> {
  const page = await open('state=locked&screen=library');
  const banner = page.getByRole('status').filter({ hasText: 'People are locked' });
  await banner.getByLabel('Passphrase', { exact: true }).fill('wrong one here');
  await page.keyboard.press('Enter');
  await page.getByText('That is not the passphrase.').waitFor();
  await page.screenshot({ path: '/tmp/rw-screens/walk-locked.png' });
  await banner.getByLabel('Passphrase', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await banner.waitFor({ state: 'detached' });
  check('people open', true);
  await page.context().close();
}
async function price(): Promise<void> {
  const page = await open('state=kit');
  const button = page.getByRole('button', { name: /^Run search/ });
  await button.hover();
  await page.waitForTimeout(600);
  check('hover shows the budgets', (await page.getByText('Requests per minute').count()) === 2);
  await page.mouse.move(5, 5);
  await page.waitForTimeout(400);
  await button.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await page.waitForTimeout(200);
  check('i shows the budgets', (await page.getByText('Requests per minute').count()) === 2);
  await page.screenshot({ path: '/tmp/rw-screens/walk-price.png' });
  const grid = page.getByRole('grid', { name: 'Companies' });
  await grid.focus();
  await page.keyboard.press('End');
  check(
    'End reaches the last row',
    (await page.locator('[role=row][aria-selected=true]').getAttribute('aria-rowindex')) === '413',
  );
  await axe(page, 'kit');
  await page.context().close();
}

try {
  for (const walk of [firstRun, keyboard, demo, people, price])
    await walk().catch((error: unknown) => check(walk.name, false, String(error)));
  for (const theme of ['light', 'dark'])
    for (const query of [
      'state=first-run',
      'state=first-run-locked',
      'state=account&screen=settings',
      'state=locked&screen=settings',
      'state=demo&screen=search',
      'state=refused&screen=quota',
      'state=account&screen=library',
    ]) {
      const page = await open(`${query}&theme=${theme}`);
      await axe(page, `${query} ${theme}`);
      await page.context().close();
    }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = failed === 0 ? 0 : 1;
