import { EXCERPT_MAX, SERVICE_TEXT_MAX } from '../../../shared/model/limits.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { cleanLine, truncate } from '../../../shared/clean-text.ts';
import type { ServiceError } from '../../../shared/model/service-error.ts';
import { maskKey, maskSecrets } from '../../../shared/mask-secrets.ts';
import { field, isObject, type JsonObject } from './decoders/values.ts';

export interface ErrorResponse {
  readonly status: number;
  /** The body as received. */
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly body: unknown;
  /** The key that was sent; needed to mask it. */
  readonly apiKey: string;
}

/**
 * Strings are truncated to this length before they are cleaned, because they may be several megabytes long.
 */
const RAW_MAX = 4_000;

/**
 * Reads the service's error message from an error response (spec §7). The fields may also be inside an
 * `error` object. Values other than text are converted to JSON.
 */
export function readServiceError({ status, text, body, apiKey }: ErrorResponse): ServiceError {
  const shown = (value: unknown, max: number): string | null => {
    const raw = asText(value)?.slice(0, RAW_MAX);
    if (raw === undefined) return null;
    // The key is masked after cleaning, because invisible characters could hide it. It is masked before
    // truncation, because truncation could cut it in two.
    const masked = maskSecrets(maskKey(cleanLine(raw).replace(/\s+/g, ' '), apiKey));
    return masked === '' ? null : truncate(masked, max);
  };
  const none = { error: null, code: null, message: null, detail: null, hint: null, excerpt: null };
  if (!isObject(body)) return { ...none, status, excerpt: shown(text, EXCERPT_MAX) };
  const nested = field(body, 'error');
  const inner: JsonObject = isObject(nested) ? nested : {};
  const read = (name: string): string | null =>
    shown(field(body, name) ?? field(inner, name), SERVICE_TEXT_MAX);
  return {
    status,
    error: shown(field(inner, 'message', 'error') ?? nested, SERVICE_TEXT_MAX),
    code: read('code'),
    message: shown(field(body, 'message'), SERVICE_TEXT_MAX),
    detail: read('detail'),
    hint: read('hint'),
    excerpt: null,
  };
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/**
 * Adds the service's error message, with secrets masked, to an error caused by a response. Replaces any
 * earlier message from the service in the error.
 */
export function withServiceError(error: AppError, serviceError: ServiceError): AppError {
  switch (error.kind) {
    case 'unauthorized':
    case 'quota-exhausted':
    case 'rate-limited':
    case 'network':
    case 'not-found':
      return { ...error, serviceError };
    case 'upstream':
      return { ...error, code: error.code === null ? null : codeOf(serviceError), serviceError };
    case 'not-available':
      return { ...error, hint: error.hint === null ? null : serviceError.hint, serviceError };
    case 'validation':
    case 'price-changed':
    case 'conflict':
    case 'storage':
    case 'unsupported':
    case 'link-refused':
    case 'archive':
    case 'not-confirmed':
    case 'internal':
      return error;
  }
}

const codeOf = ({ code }: ServiceError): string | null => code?.slice(0, 200) ?? null;
