import type { AppError } from '../../shared/app-error.ts';
import type { Reply } from '../../shared/contract/kit.ts';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isError = (value: unknown): value is AppError => isRecord(value) && typeof value['kind'] === 'string';

export const failureReply = (error: AppError): Reply => ({ ok: false, error });

/** Converts a message from the core to a reply. A malformed message becomes a failure. */
export function parseReply(value: unknown): Reply {
  if (isRecord(value) && value['ok'] === true) return { ok: true, value: value['value'] };
  if (isRecord(value) && isError(value['error'])) return failureReply(value['error']);
  return failureReply({ kind: 'internal', ref: 'reply' });
}
