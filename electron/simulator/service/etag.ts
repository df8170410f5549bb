import { createHash } from 'node:crypto';
import { NO_CHARGE } from './counters.ts';
import type { ApiReply } from './outcome.ts';
import type { Profile } from '../profile/profile-options.ts';

/** Adds an ETag to a 200, or answers 304 if the client already has the same body; off by default. */
export function withEtag(reply: ApiReply, ifNoneMatch: string | undefined, { etag }: Profile): ApiReply {
  if (etag === 'off' || reply.status !== 200) return reply;
  const tag = `"${createHash('sha256').update(JSON.stringify(reply.body)).digest('hex').slice(0, 24)}"`;
  const headers = { ...reply.headers, ETag: tag };
  if (!isMatch(ifNoneMatch, tag)) return { ...reply, headers };
  const charge = etag === '304-charged' ? reply.charge : NO_CHARGE;
  return { ...reply, headers, charge, status: 304, body: undefined, rows: 0 };
}

/** Weak comparison, as RFC 9110 requires for If-None-Match. */
function isMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  const candidates = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return candidates.includes(tag) || candidates.includes('*');
}
