import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_MAX } from './request-check.ts';

/**
 * The body, or the reason why it could not be read: `too-large`, or null if the sender closed the connection.
 */
type ReadBody = { readonly bytes: Buffer } | { readonly why: 'too-large' | null };

/** Reads a request's body up to the maximum size. Sends 100 Continue first if the client waits for it. */
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
