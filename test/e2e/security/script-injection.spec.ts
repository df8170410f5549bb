import { expect, test, type Page } from '@playwright/test';
import { measure, number } from '../../security/support/figures.ts';
import { openLoopback } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Goal S3 of `npm run security`: the content security policy blocks every script in markup that is inserted
 * into the app's page. The same scripts run without the policy or with a weaker one, which proves that the
 * test works.
 */

/** Markup that runs `code`. The code contains no quotes or angle brackets, so it fits anywhere. */
const VECTORS: readonly ((code: string, id: string) => string)[] = [
  (code) => `<script>${code}</script>`,
  (code) => `<script type="module">${code}</script>`,
  (code) => `<script src="data:text/javascript,${code}"></script>`,
  (code) => `<script type="module" src="data:text/javascript,${code}"></script>`,
  (code) => `<svg><script>${code}</script></svg>`,
  (code) => `<svg><script href="data:text/javascript,${code}"></script></svg>`,
  (code) => `<div><template shadowrootmode="open"><script>${code}</script></template></div>`,
  (code) => `<iframe srcdoc="<script>${code}</script>"></iframe>`,
  (code) => `<iframe srcdoc="<img src=x: onerror=${code}>"></iframe>`,
  (code) => `<iframe src="javascript:${code}"></iframe>`,
  (code) => `<iframe onload="${code}"></iframe>`,
  (code) => `<img src="x:" onerror="${code}">`,
  (code) => `<img src="data:," onerror="${code}">`,
  (code) => `<img srcset="x:" onerror="${code}">`,
  (code) => `<input type="image" src="x:" onerror="${code}">`,
  (code) => `<math><mtext><img src="x:" onerror="${code}"></mtext></math>`,
  (code) => `<svg onload="${code}"></svg>`,
  (code) => `<svg><image href="x:" onerror="${code}"></image></svg>`,
  (code) => `<svg><animate onbegin="${code}" attributeName="x" dur="1s"></animate></svg>`,
  (code) => `<video src="x:" onerror="${code}"></video>`,
  (code) => `<audio src="x:" onerror="${code}"></audio>`,
  (code) => `<details open ontoggle="${code}"><summary>a</summary></details>`,
  (code) => `<link rel="stylesheet" href="x:" onerror="${code}">`,
  (code) => `<script src="x:" onerror="${code}"></script>`,
  (code, id) =>
    `<style>@keyframes ${id}{}</style><b style="animation:${id} 1s" onanimationstart="${code}">a</b>`,
];
/** Unusual spellings of markup that a simple filter would miss. */
const SPELLINGS: readonly ((markup: string) => string)[] = [
  (markup) => markup,
  (markup) =>
    markup.replace(/<(\/?)(script|img|iframe|svg)/g, (_, end, tag) => `<${end}${tag.toUpperCase()}`),
  (markup) => markup.replace(/ (src|on\w+)=/g, '\n/\t$1\n=\n'),
  (markup) => markup.replace(/top\./g, (text) => (/="[^"]*top\./.test(markup) ? '&#116;op&period;' : text)),
  (markup) => `<p title='${'>'.repeat(3)}'><!--><!-- -->${markup}`,
];
/** Prefixes that break out of the surrounding element, comment or attribute. */
const BEGINNINGS = [
  '',
  '"\'></textarea></title></style>',
  ']]>--></noscript></template>',
  '</script></select>',
];

const ALL = VECTORS.length * SPELLINGS.length * BEGINNINGS.length;
const COUNT = IS_FULL ? ALL : VECTORS.length;
/** The number of markup variants that are tested in one page load. */
const BATCH = IS_FULL ? VECTORS.length * SPELLINGS.length : VECTORS.length;

function markupOf(nth: number): string {
  const vector = VECTORS[nth % VECTORS.length];
  const spelling = SPELLINGS[Math.floor(nth / VECTORS.length) % SPELLINGS.length];
  const beginning =
    BEGINNINGS[Math.floor(nth / (VECTORS.length * SPELLINGS.length)) % BEGINNINGS.length] ?? '';
  if (vector === undefined || spelling === undefined) throw new Error('no markup with this number');
  const code = `top.document.documentElement.dataset.r${nth}=1`;
  return beginning + spelling(vector(code, `k${nth}`));
}

type Policy = (policy: string) => string | null;

/** Inserts a batch of markup variants into the app's page, and returns how many ran their code. */
async function ranIn(page: Page, from: number, policy: Policy): Promise<number> {
  const markup = Array.from({ length: BATCH }, (_, at) => markupOf(from + at)).join('\n');
  const { origin } = new URL(page.url());
  await page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': sent = '', ...rest } = response.headers();
    if (!sent.includes("script-src 'self'")) throw new Error('the page has no policy');
    const changed = policy(sent);
    const headers = changed === null ? rest : { ...rest, 'content-security-policy': changed };
    const body = (await response.text()).replace('</body>', `${markup}</body>`);
    await route.fulfill({ status: response.status(), headers, body });
  });
  await page.goto(`${origin}/`, { waitUntil: 'load' });
  // Waits a few frames, because some of the markup runs its code in an animation event. The browser sends
  // this event one frame after the animation starts.
  const ran = await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    return Object.keys(document.documentElement.dataset).filter((name) => /^r\d+$/.test(name)).length;
  });
  await page.unroute(`${origin}/`);
  return ran;
}

test('no injected script runs under the policy, and they run without it or with a loosened one', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const data = tempDir();
  const app = await openLoopback(browser, data.path);
  let ran = 0;
  for (let from = 0; from < COUNT; from += BATCH) ran += await ranIn(app.page, from, (policy) => policy);
  let live = 0;
  for (let from = 0; from < COUNT; from += BATCH) live += await ranIn(app.page, from, () => null);
  const loosened: readonly Policy[] = [
    (policy) => policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    (policy) => policy.replace("script-src 'self'", "script-src 'self' data:"),
    (policy) =>
      policy
        .replace(/default-src [^;]*/, 'default-src *')
        .replace(/script-src [^;]*;/, "script-src * 'unsafe-inline' data:;"),
  ];
  let caught = live > 0 ? 1 : 0;
  for (const policy of loosened) caught += (await ranIn(app.page, 0, policy)) > 0 ? 1 : 0;
  measure('S3', {
    tried: `${number(COUNT)} injections; ${number(live)} run where there is no policy`,
    violations: `${ran} run`,
    planted: { caught, of: loosened.length + 1 },
  });
  expect(ran).toBe(0);
  expect(live).toBeGreaterThan(COUNT * 0.7);
  expect(caught).toBe(loosened.length + 1);
  await app.close();
  data.remove();
});
