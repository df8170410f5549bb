export interface PostResult {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Whether the status is 200, 201 or 202 (spec §6.2). */
  readonly ok: boolean;
  /** `delivered`, or the reason why the delivery failed. */
  readonly reason: string;
  /** Real time until the response headers arrived. */
  readonly durationMs: number;
}

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a POST request on a new connection, without following redirects. Never rejects; `reason` describes
 * any error.
 */
export async function post({ url, headers, body, timeoutMs, signal }: PostRequest): Promise<PostResult> {
  // Loaded only now, because loading HTTPS would delay the start of the demo.
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const startedAt = performance.now();
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve) => {
    const finish = (status: number | null, reason: string): void =>
      resolve({
        status,
        ok: reason === 'delivered',
        reason,
        durationMs: Math.round(performance.now() - startedAt),
      });
    const clientRequest = request(
      url,
      { method: 'POST', headers, agent: false, signal: abortSignal },
      (response) => {
        const status = response.statusCode ?? 0;
        finish(status, reasonOf(status));
        // Reads and discards the body. Otherwise, the receiver could not finish its response.
        response.on('error', () => undefined).resume();
      },
    );
    clientRequest.on('error', (error) =>
      finish(null, abortSignal.aborted ? abortReason(signal, timeoutMs) : codeOf(error)),
    );
    clientRequest.end(body);
  });
}

function reasonOf(status: number): string {
  if (status >= 200 && status <= 202) return 'delivered';
  return status >= 300 && status < 400 ? `status ${status}, not followed` : `status ${status}`;
}

const abortReason = (signal: AbortSignal, timeoutMs: number): string =>
  signal.aborted ? 'the simulator ended' : `no answer within ${timeoutMs} ms`;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;
