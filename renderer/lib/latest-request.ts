/** Returns whether this request is still the latest: not replaced by a later request and not cancelled. */
export type IsLatest = () => boolean;

/** Runs requests of which only the latest matters: late replies to earlier requests are dropped. */
export class LatestRequest {
  #count = 0;

  /** Starts a request that replaces the earlier ones. */
  begin(): IsLatest {
    this.#count += 1;
    return this.follow();
  }
  /** Ties further work to the latest request without replacing that request. */
  follow(): IsLatest {
    const count = this.#count;
    return () => count === this.#count;
  }
  /** Drops the replies of all requests in flight. */
  cancel(): void {
    this.#count += 1;
  }

  /**
   * Sends a request. Applies the reply or the error only if no later request has started in the meantime.
   *
   * @param fail by default, an error changes nothing
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
