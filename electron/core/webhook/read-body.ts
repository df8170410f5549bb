import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_MAX } from './request-check.ts';

/** `why` is null if the sender disconnected and cannot be answered. */
export type ReadBody = { readonly bytes: Buffer } | { readonly why: 'too-large' | null };

/** Reads the body up to the maximum size. Answers `Expect: 100-continue` with 100 Continue. */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<ReadBody> {
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const done = (read: ReadBody): void => {
      request.off('data', take);
      resolve(read);
    };
    const take = (part: Buffer): void => {
      size += part.length;
      if (size > BODY_MAX) done({ why: 'too-large' });
      else parts.push(part);
    };
    request.on('data', take);
    request.once('end', () => done({ bytes: Buffer.concat(parts) }));
    request.once('close', () => done({ why: null }));
  });
}
