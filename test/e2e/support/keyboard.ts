import { expect, type Page } from '@playwright/test';

/** A focused element with its accessible name, and whether its focus is visible. */
export interface TabStop {
  readonly tag: string;
  readonly role: string | null;
  readonly name: string;
  readonly isFocusVisible: boolean;
}

/** Presses Tab until an element with this name has focus. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    if (stop !== null && name.test(stop.name)) return;
  }
  throw new Error(`${key} does not reach ${String(name)}`);
}

/** Returns the focused element, or null if none has focus. */
export const focused = async (page: Page): Promise<TabStop | null> =>
  (await page.evaluate(describeFocus, false)).stop;

/**
 * Describes the focused element, and marks it if `marks` is true. `wasMarked` is true if an earlier call
 * marked the element. Runs in the page.
 */
function describeFocus(marks: boolean): { stop: TabStop | null; wasMarked: boolean } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return { stop: null, wasMarked: false };
  const wasMarked = element.dataset['passed'] === 'yes';
  if (marks) element.dataset['passed'] = 'yes';
  const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
  const by = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id));
  const texts = [
    element.getAttribute('aria-label'),
    ...by.map((each) => each?.textContent),
    ...labels.map((each) => each.textContent),
    element.textContent,
    element.getAttribute('title'),
  ];
  const name =
    texts.map((text) => (text ?? '').replace(/\s+/g, ' ').trim()).find((text) => text !== '') ?? '';
  // The focus ring may be on another element. If a hidden radio button has focus, its label shows the ring.
  // If a list has focus, its active row shows the ring.
  const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  const focusRingElements = [element, active, element.parentElement, element.nextElementSibling];
  // A separator that users can move with the arrow keys shows a coloured bar while it has focus.
  const isBar =
    element.getAttribute('role') === 'separator' &&
    getComputedStyle(element, '::after').backgroundColor !== 'rgba(0, 0, 0, 0)';
  const isRinged = focusRingElements.some((each) => {
    if (!(each instanceof Element)) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    const { width, height } = each.getBoundingClientRect();
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && width > 4 && height > 4;
  });
  const tag = element.tagName.toLowerCase();
  const stop = { tag, role: element.getAttribute('role'), name, isFocusVisible: isBar || isRinged };
  return { stop, wasMarked };
}

export const TABS = 10;

/** Presses Tab several times without waiting in between, so the page draws fewer frames. */
export async function pressTabs(page: Page): Promise<void> {
  await Promise.all(Array.from({ length: TABS }, () => page.keyboard.press('Tab')));
}

/** Presses Tab through the whole page and returns all tab stops. */
export async function stopsOf(page: Page, most = 150): Promise<TabStop[]> {
  await page.evaluate(`window.describeFocus = ${String(describeFocus)}; 0`);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const describe = Reflect.get(window, 'describeFocus') as typeof describeFocus;
    const passed: ReturnType<typeof describeFocus>[] = [];
    const record = (): void => void passed.push(describe(true));
    addEventListener('focusin', record);
    Object.assign(window, { passed, stopRecording: () => removeEventListener('focusin', record) });
  });
  // Tab continues from the element that last had focus, even after `blur`. After the end of the page, it
  // starts again at the top, so the loop ends when an element receives focus for the second time.
  let passed: readonly ReturnType<typeof describeFocus>[] = [];
  const end = (): number => passed.findIndex(({ wasMarked }) => wasMarked);
  for (let step = 0; step < most && end() < 0; step += TABS) {
    await pressTabs(page);
    passed = await page.evaluate(() => Reflect.get(window, 'passed') as typeof passed);
  }
  await page.evaluate(() => {
    (Reflect.get(window, 'stopRecording') as () => void)();
    for (const each of document.querySelectorAll<HTMLElement>('[data-passed]')) delete each.dataset['passed'];
  });
  const stops = end() < 0 ? passed : passed.slice(0, end());
  return stops.flatMap(({ stop }) => stop ?? []);
}

/** Starts counting pointer events. Returns a function that returns the count. */
export async function watchPointer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'pointerEvents', 0);
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(
        kind,
        () => Reflect.set(window, 'pointerEvents', Number(Reflect.get(window, 'pointerEvents')) + 1),
        { capture: true },
      );
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'pointerEvents')));
}

/**
 * Presses the two keys of one shortcut, such as `g` and `s`, without waiting in between. Otherwise, the
 * second key press could arrive too late on a busy machine.
 */
export async function pressShortcut(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/**
 * Runs a command in the palette. Waits until the palette has found the command, because commands may not be available
 * yet and Enter is ignored while the palette's code is loading.
 */
export async function runCommand(page: Page, text: string, command: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

/** Presses a sequence of keys such as `j Enter`. */
export async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

export async function expectScreen(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');
}
