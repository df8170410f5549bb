/** Whether no later request has replaced this one, and nothing has cancelled it. */
export type IsLatest = () => boolean;

/** Requests of which only the latest counts: a slower earlier reply never replaces a later one. */
export class LatestRequest {
  #count = 0;

  /** Starts a request that replaces those under way. */
  begin(): IsLatest {
    this.#count += 1;
    return this.follow();
  }
  /** Ties further work to the latest request without replacing it. */
  follow(): IsLatest {
    const count = this.#count;
    return () => count === this.#count;
  }
  /** Drops the replies of all requests under way. */
  cancel(): void {
    this.#count += 1;
  }

  /**
   * Sends a request and applies its reply, or its error, if it is still the latest by then.
   * @param fail without it, an error leaves everything as it is
   */
  async run<T>(
    send: () => Promise<T>,
    apply: (reply: T) => void,
    fail: (error: unknown) => void = () => undefined,
  ): Promise<void> {
    const isLatest = this.begin();
    let reply: T;
    try {
      reply = await send();
    } catch (error) {
      if (isLatest()) fail(error);
      return;
    }
    if (isLatest()) apply(reply);
  }
}
