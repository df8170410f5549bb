import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { IS_FULL } from '../../support/common/full-size.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Whether to run every check in both themes. Unless this is set, `npm test` skips some checks to save time.
 */
export const IN_FULL = IS_FULL || (process.env['ROUNDWATCH_SCREENS'] ?? '') !== '';

export interface AccessibilityOptions {
  /** Whether to check only contrast, which depends on the theme. */
  readonly coloursOnly?: boolean;
  /**
   * Whether to measure contrast and the size of controls, which is slow. By default, only full runs measure
   * them. In `npm test`, `states.spec.ts` measures them in selected states.
   */
  readonly colours?: boolean;
  /** Whether to include axe's best practices, which WCAG does not require. */
  readonly bestPractice?: boolean;
}

/**
 * Runs axe directly in the page, because axe's Playwright integration would open another page for each check.
 * Returns axe's findings. Checks only the first rows of a list, because all rows have the same structure. If
 * a dialog or popover is open, checks only that. The page behind it is a separate state.
 */
async function faultsOf(
  page: Page,
  { coloursOnly = false, bestPractice = false, colours = IN_FULL || coloursOnly }: AccessibilityOptions,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};0`);
  const tags = bestPractice ? [...LEVELS, 'best-practice'] : LEVELS;
  return page.evaluate(
    async ([values, isColoursOnly, hasColours]) => {
      // Floating content belongs to the control that opened it, so it does not need a separate landmark.
      const floating = '[data-bits-floating-content-wrapper], [role="dialog"]';
      const hasFloatingContent = document.querySelector(floating) !== null;
      // While only a tooltip is open, the whole page is checked, because a tooltip does not cover the page.
      const open = '[data-bits-floating-content-wrapper]:not(:has([data-tooltip-content])), [role="dialog"]';
      const isSomethingOpen = document.querySelector(open) !== null;
      const axe = Reflect.get(window, 'axe') as Axe;
      const { violations } = await axe.run(
        {
          exclude: [['[role="row"]:nth-child(n + 5)']],
          ...(isSomethingOpen ? { include: [[open]] } : {}),
        },
        {
          resultTypes: ['violations'],
          preload: false,
          runOnly: isColoursOnly ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values },
          rules: isColoursOnly
            ? {}
            : {
                region: { enabled: !hasFloatingContent },
                'color-contrast': { enabled: hasColours },
                // This rule is slow, because it compares the positions of all pairs of controls.
                'target-size': { enabled: hasColours },
                // Disabled to save time. This rule searches every element's inline style for text spacing,
                // which the app never sets there.
                'avoid-inline-spacing': { enabled: false },
              },
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    },
    [tags, coloursOnly, colours] as const,
  );
}

/** Waits for two frames and until all animations have finished. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });

export async function expectAccessible(page: Page, options: AccessibilityOptions = {}): Promise<void> {
  // Repeats the check, because a toast that is fading out has too little contrast for a moment.
  await expect(async () => {
    await settled(page);
    expect(await faultsOf(page, options)).toEqual([]);
  }).toPass({ timeout: 30_000 });
}
