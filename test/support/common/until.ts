/**
 * The first pause between two polls. Each pause is a fifth longer than the one before it, up to
 * `POLL_MAX_MS`.
 */
const POLL_MS = 5;
const POLL_MAX_MS = 50;

/**
 * Calls `poll` until its result is not false, null or undefined, and returns that result.
 *
 * @param what - the expected condition, for the message of the timeout error
 */
export async function until<T>(
  poll: () => T | Promise<T>,
  what: string,
  forMs = 20_000,
): Promise<NonNullable<T>> {
  const untilMs = performance.now() + forMs;
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * 1.2, POLL_MAX_MS)) {
    const result: T = await poll();
    if (result !== false && result !== null && result !== undefined) return result;
    if (performance.now() > untilMs)
      throw new Error(`timed out after ${forMs / 1_000} s waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
