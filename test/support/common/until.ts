const EVERY_MS = 5;

/**
 * Polls until the result is neither false, null nor undefined.
 * @throws Error naming the expected condition on timeout
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  what: string,
  forMs = 5_000,
): Promise<NonNullable<T>> {
  const untilMs = performance.now() + forMs;
  for (;;) {
    const told: T = await ask();
    if (told !== false && told !== null && told !== undefined) return told;
    if (performance.now() > untilMs) throw new Error(`waited ${forMs / 1_000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
