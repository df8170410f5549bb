import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { field, isObject, text, type JsonObject } from './decoders/values.ts';

/** A decoded error response (spec §7). A field is null if the service did not send it. */
export interface ErrorBody {
  readonly error: string | null;
  readonly code: string | null;
  readonly hint: string | null;
  readonly message: string | null;
  readonly detail: string | null;
}

/** The facts from which `failureOf` derives the failure. `body` is null if the response was not JSON. */
export interface Refusal {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly body: unknown;
  /**
   * Whether the service has returned this company before. If so, a 404 does not mean that the company is
   * unknown.
   */
  readonly isKnown: boolean;
  /** Whether the request was for a page of a list after the first. */
  readonly isLaterPage: boolean;
}

const WORDS_MAX = 1_000;
/**
 * Pattern of an error code. Other text in the `code` field is dropped, because it may
 * contain parts of the request.
 */
const CODE = /^[\w.:-]{1,200}$/;

/**
 * Decodes an error response, whose fields may also be inside an `error` object. Null if the body is not a
 * JSON object.
 */
export function decodeErrorBody(body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  const nested = field(body, 'error');
  const inner: JsonObject = isObject(nested) ? nested : {};
  const words = (name: string) => text(field(body, name), WORDS_MAX) ?? text(field(inner, name), WORDS_MAX);
  const code = words('code');
  return {
    error: text(nested, WORDS_MAX) ?? text(field(inner, 'message', 'error'), WORDS_MAX),
    code: code !== null && CODE.test(code) ? code : null,
    hint: words('hint'),
    message: words('message'),
    detail: words('detail'),
  };
}

/**
 * Maps a response to a failure. This function is called for a 2xx response only if the response could not be
 * decoded. The governor handles 401, 402, 403 and 429 before this function is called, so the branches for
 * 401, 402 and 403 are only fallbacks.
 */
export function failureOf(refusal: Refusal): AppFailure {
  return new AppFailure(errorOf(refusal));
}

function errorOf(refusal: Refusal): AppError {
  const { status, body } = refusal;
  if (status >= 200 && status < 300 && body === null) return { kind: 'network', reason: 'not-json' };
  const decoded = decodeErrorBody(body);
  if (status === 404) return notFound(refusal, decoded);
  if (status === 401) return { kind: 'unauthorized', reason: 'key-refused' };
  if (status === 402 || status === 403) return { kind: 'unauthorized', reason: 'plan' };
  return { kind: 'upstream', status, code: decoded?.code ?? null, retryable: isRetryable(status) };
}

/**
 * The error code of a 404 for a company that exists, but has no contacts, highlights or news. Not needed for
 * a company that the service has returned before: a 404 for that company always has this meaning.
 */
const CODE_OF = {
  contacts: 'CONTACTS_NOT_AVAILABLE',
  highlights: 'HIGHLIGHTS_NOT_FOUND',
  news: 'NEWS_NOT_FOUND',
} as const;

/**
 * Maps a 404, whose meaning depends on the endpoint, the error code and whether the company is known. A 404
 * that is not in the service's error format means that the base URL is wrong.
 */
function notFound({ endpoint, isKnown, isLaterPage }: Refusal, decoded: ErrorBody | null): AppError {
  if (decoded === null || (decoded.error === null && decoded.code === null))
    return { kind: 'not-found', what: 'service' };
  const code = decoded.code?.toUpperCase() ?? null;
  const ambiguous = isKnown ? {} : { ambiguous: true };
  switch (endpoint) {
    case 'contacts':
      return isKnown || code === CODE_OF.contacts
        ? { kind: 'not-available', what: 'contacts', hint: decoded.hint }
        : { kind: 'not-found', what: 'company' };
    case 'tech-stack':
      return { kind: 'not-available', what: 'tech-stack', hint: decoded.hint, ...ambiguous };
    case 'highlights':
    case 'news':
      return isKnown || code === CODE_OF[endpoint]
        ? { kind: 'not-available', what: endpoint, hint: decoded.hint, ...ambiguous }
        : { kind: 'not-found', what: 'company' };
    case 'open-roles':
      return isLaterPage
        ? { kind: 'not-available', what: 'page', hint: null }
        : { kind: 'not-found', what: 'company' };
    case 'company':
    case 'rounds':
      return { kind: 'not-found', what: 'company' };
    case 'fundings':
    case 'companies':
      return isLaterPage
        ? { kind: 'not-available', what: 'page', hint: null }
        : { kind: 'not-found', what: 'service' };
    case 'health':
    case 'filters':
    case 'stats':
      return { kind: 'not-found', what: 'service' };
    default:
      return assertNever(endpoint);
  }
}

const TEMPORARY = new Set([408, 425, 500, 502, 503, 504]);
/** Whether the same request may succeed later. Statuses 520 to 530 are proxy errors. */
const isRetryable = (status: number): boolean => TEMPORARY.has(status) || (status >= 520 && status <= 530);
