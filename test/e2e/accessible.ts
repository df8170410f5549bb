import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { IS_FULL } from '../support/full-size.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Every state in both themes; otherwise the dark one of the main states alone, for whoever waits for `npm test`. */
export const IN_FULL = IS_FULL || (process.env['ROUNDWATCH_SCREENS'] ?? '') !== '';

export interface Looked {
  /** Only what differs between themes. */
  readonly coloursOnly?: boolean;
  /** Beyond the levels of WCAG. */
  readonly bestPractice?: boolean;
}

/**
 * What axe finds, in the page itself, without the frame and the page that its own builder makes for each question. Of a list
 * the first rows are looked at: the others are like them.
 */
async function faultsOf(
  page: Page,
  { coloursOnly = false, bestPractice = false }: Looked,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};0`);
  const tags = bestPractice ? [...LEVELS, 'best-practice'] : LEVELS;
  return page.evaluate(
    async ([values, isColoursOnly]) => {
      // What floats over the page belongs to the control that opened it, not to a landmark.
      const floats = document.querySelector('[data-bits-floating-content-wrapper], [role="dialog"]') !== null;
      const axe = Reflect.get(window, 'axe') as Axe;
      const { violations } = await axe.run(
        { exclude: [['[role="row"]:nth-child(n + 8)']] },
        {
          resultTypes: ['violations'],
          runOnly: isColoursOnly ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values },
          rules: isColoursOnly ? {} : { region: { enabled: !floats } },
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    },
    [tags, coloursOnly] as const,
  );
}

/** Two frames, and whatever moves has come to rest. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });

/** The page as it stands has no fault that axe knows of. */
export async function expectAccessible(page: Page, looked: Looked = {}): Promise<void> {
  // A toast may begin to leave while it is being looked at, half seen on purpose: what is wrong stays wrong.
  await expect(async () => {
    await settled(page);
    expect(await faultsOf(page, looked)).toEqual([]);
  }).toPass({ timeout: 15_000 });
}
