import type { Random } from '../support/random.ts';

/* Helpers that build responses as raw bytes. */

export interface Step {
  readonly afterMs: number;
  readonly bytes: Buffer;
}
/** A response in timed pieces. `end` selects how the connection continues or ends after the last piece. */
export interface Made {
  /** The status in the head, or null if the response has no valid HTTP head. */
  readonly status: number | null;
  readonly steps: readonly Step[];
  readonly end: 'keep' | 'close' | 'reset' | 'hang';
  readonly isGood?: boolean;
}
/** The input of a `Maker`: a random source and the correct JSON. */
export interface Draft {
  readonly random: Random;
  readonly json: string;
}
export type Maker = (draft: Draft) => Made;

export const JSON_TYPE = 'content-type: application/json';
export const head = (status: number | string, lines: readonly string[]): string =>
  `HTTP/1.1 ${status} Some reason\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
export const once = (...parts: readonly (string | Buffer)[]): readonly Step[] => [
  { afterMs: 0, bytes: Buffer.concat(parts.map((part) => Buffer.from(part as string))) },
];

/** Returns a complete response with a Content-Length. */
export const whole = (
  status: number,
  body: string | Buffer,
  lines: readonly string[] = [JSON_TYPE],
): Made => {
  const bytes = Buffer.from(body as string);
  return {
    status,
    end: 'keep',
    steps: once(head(status, [...lines, `content-length: ${bytes.length}`]), bytes),
  };
};
export const lastingUntilClose = (
  status: number,
  body: string | Buffer,
  lines: readonly string[] = [JSON_TYPE],
): Made => ({
  status,
  end: 'close',
  steps: once(head(status, [...lines, 'connection: close']), body),
});
export const chunk = (body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
};
export const chunkedHead = (status: number): string =>
  head(status, [JSON_TYPE, 'transfer-encoding: chunked']);
