/**
 * Returns whether this request is still the latest. Returns false once a later request has started or this
 * request was cancelled.
 */
export type IsLatest = () => boolean;

/** Runs requests and drops late replies: only the reply to the latest request is used. */
export class LatestRequest {
  #count = 0;

  /** Starts a request that replaces all earlier ones. */
  begin(): IsLatest {
    this.#count += 1;
    return this.follow();
  }
  /**
   * Returns a function that returns true as long as no request has been started or cancelled since this call.
   * Unlike `begin`, this method starts no request, so replies to earlier requests are still accepted.
   */
  follow(): IsLatest {
    const count = this.#count;
    return () => count === this.#count;
  }
  /** Drops the replies to all requests in flight. */
  cancel(): void {
    this.#count += 1;
  }

  /**
   * Sends a request. Applies the reply or the error only if no later request has started since.
   *
   * @param fail handles an error; by default, errors are ignored
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
