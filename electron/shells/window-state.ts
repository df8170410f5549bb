import { z } from 'zod';

const coordinate = z.int().min(-100_000).max(100_000);
const size = z.int().min(1).max(100_000);

export const windowStateSchema = z.strictObject({
  x: coordinate,
  y: coordinate,
  width: size,
  height: size,
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Without a position the system centres the window. */
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

export const WINDOW_SETTING = 'window';
const USUAL: RestoredWindow = { bounds: { width: 1_280, height: 820 }, maximized: false };
/** So much of a window must lie on some screen for its title bar to be caught, px. */
const GRIP = 120;

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** What was saved, if it is sound and still on a screen: a screen may have been unplugged since. */
export function restoreWindow(saved: unknown, screens: readonly Area[]): RestoredWindow {
  const parsed = windowStateSchema.safeParse(saved);
  if (!parsed.success) return USUAL;
  const { maximized, ...bounds } = parsed.data;
  const reachable = screens.some(
    (screen) =>
      overlap(bounds.x, bounds.width, screen.x, screen.width) >= GRIP &&
      bounds.y >= screen.y &&
      bounds.y <= screen.y + screen.height - GRIP,
  );
  return { bounds: reachable ? bounds : USUAL.bounds, maximized };
}
