import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_MAX } from './request-check.ts';

/** `why` null: the sender went away, nobody is left to answer. */
export type ReadBody = { readonly bytes: Buffer } | { readonly why: 'too-large' | null };

/** The body, up to the largest that is taken. A sender who asks first is told to go on. */
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
