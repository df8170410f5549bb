import { z } from 'zod';

const coordinate = z.int().min(-100_000).max(100_000);
const size = z.int().min(1).max(100_000);

const windowStateSchema = z.strictObject({
  x: coordinate,
  y: coordinate,
  width: size,
  height: size,
  maximized: z.boolean(),
});
type WindowState = z.infer<typeof windowStateSchema>;

/** Maximum number of display arrangements whose window state is saved. */
const ARRANGEMENTS_MAX = 8;
const savedSchema = z
  .array(z.strictObject({ displays: z.string().max(400), window: windowStateSchema }))
  .max(ARRANGEMENTS_MAX);
type SavedWindows = z.infer<typeof savedSchema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Size and position of a window. Without a position, the system centres the window. */
export interface WindowBounds {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}
export interface RestoredWindow {
  readonly bounds: WindowBounds;
  readonly maximized: boolean;
}

export const WINDOW_SETTING = 'windows';
const DEFAULT_WINDOW: RestoredWindow = { bounds: { width: 1_280, height: 820 }, maximized: false };
/** A window can be dragged only if at least this many pixels of its title bar's width are on a screen. */
const VISIBLE_MIN_PX = 120;

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** Returns a string that identifies an arrangement of displays. The order of `displays` does not matter. */
export const arrangementOf = (displays: readonly Area[]): string =>
  displays
    .map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`)
    .sort()
    .join(' ')
    .slice(0, 400);

/** Returns whether the mouse can reach the title bar of a window with these bounds. */
export const isReachable = (bounds: Area, screens: readonly Area[]): boolean =>
  screens.some(
    (screen) =>
      overlap(bounds.x, bounds.width, screen.x, screen.width) >= VISIBLE_MIN_PX &&
      bounds.y >= screen.y &&
      bounds.y <= screen.y + screen.height - VISIBLE_MIN_PX,
  );

/**
 * Returns the bounds to restore: those saved for this arrangement of displays, otherwise those saved last,
 * otherwise the default size. If the mouse could not reach the title bar at the saved position, the position
 * is omitted, so the system centres the window. The size of a window without a position is limited to the
 * size of the primary display.
 */
export function restoreWindow(saved: unknown, screens: readonly Area[]): RestoredWindow {
  const entries = savedSchema.safeParse(saved).data ?? [];
  const arrangement = arrangementOf(screens);
  const known = entries.find(({ displays }) => displays === arrangement) ?? entries[0];
  if (known === undefined) return { ...DEFAULT_WINDOW, bounds: fitToScreen(DEFAULT_WINDOW.bounds, screens) };
  const { maximized, ...bounds } = known.window;
  if (isReachable(bounds, screens)) return { bounds, maximized };
  return { bounds: fitToScreen({ width: bounds.width, height: bounds.height }, screens), maximized };
}

/** How far a company window is moved from the main window, in px, so both title bars can be seen. */
const CASCADE_PX = 32;

/**
 * Returns the bounds of a new company window. They are the bounds of the main window, moved a little to the
 * lower right. If the mouse could not reach the title bar there, the position is omitted and the system
 * centres the window.
 *
 * @param main the main window; null if it is closed
 */
export function companyWindowBounds(main: Area | null, screens: readonly Area[]): WindowBounds {
  if (main === null) return fitToScreen(DEFAULT_WINDOW.bounds, screens);
  const bounds = { ...main, x: main.x + CASCADE_PX, y: main.y + CASCADE_PX };
  return isReachable(bounds, screens) ? bounds : fitToScreen(main, screens);
}

function fitToScreen({ width, height }: WindowBounds, screens: readonly Area[]): WindowBounds {
  // The first screen in the list is the primary display, on which the system centres a window without a given
  // position.
  const [screen] = screens;
  if (screen === undefined) return { width, height };
  return { width: Math.min(width, screen.width), height: Math.min(height, screen.height) };
}

/**
 * Returns the saved list with the window's state at the front. The state replaces an earlier state for the
 * same displays. If the list is full, the oldest entry is dropped.
 */
export function saveWindowState(saved: unknown, screens: readonly Area[], window: WindowState): SavedWindows {
  const displays = arrangementOf(screens);
  const others = (savedSchema.safeParse(saved).data ?? []).filter((entry) => entry.displays !== displays);
  return [{ displays, window }, ...others].slice(0, ARRANGEMENTS_MAX);
}
