import type { AppErrorOf } from '../../../shared/app-error.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { refused, type UpstreamErrorStrings } from './upstream-error-strings.ts';

/** An answer of the service that is neither a result nor of the kinds with words of their own: what it says, and what to do. */
export function upstreamErrorText({ status, code, retryable }: AppErrorOf<'upstream'>): UpstreamErrorStrings {
  const what = code === null ? String(status) : `${status}, ${safeLine(code, 80)}`;
  const said = refused.byStatus[status];
  if (said !== undefined) return { title: `${said.title} (${what})`, next: said.next };
  const { title, next } = status >= 500 || retryable ? refused.trouble : refused.other;
  return { title: `${title} (${what})`, next };
}
