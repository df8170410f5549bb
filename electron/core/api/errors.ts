import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { field, isObject, text, type JsonObject } from './decode-values.ts';

/** An error body [§7], whatever of it is there. */
export interface ErrorBody {
  readonly error: string | null;
  readonly code: string | null;
  readonly hint: string | null;
  readonly message: string | null;
  readonly detail: string | null;
}

/** What came back, as far as it decides the wording. `body` is null where it was not JSON. */
export interface Refusal {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly body: unknown;
  /** The service told of this company before: a 404 below it does not mean that there is no such company. */
  readonly isKnown: boolean;
  /** A later page than the first was asked for. */
  readonly isLaterPage: boolean;
}

const WORDS_MAX = 1_000;
/** A code is a word for programs; a sentence in its place may repeat what was sent and is left out. */
const CODE = /^[\w.:-]{1,200}$/;

/** Reads an error body; `error` may be an object that holds the rest [R-7-1]. Null where it is not a JSON object. */
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
 * The failure that a response means. 401, 402, 403 and 429 are worded by the governor, which knows the budgets; the
 * words here are for the case that one of them comes this way all the same. A 2xx is one that could not be read.
 */
export function failureOf(refusal: Refusal): AppFailure {
  return new AppFailure(errorOf(refusal));
}

function errorOf(refusal: Refusal): AppError {
  const { status, body } = refusal;
  if (status >= 200 && status < 300 && body === null) return { kind: 'network', reason: 'not-json' };
  const told = decodeErrorBody(body);
  if (status === 404) return notFound(refusal, told);
  if (status === 401) return { kind: 'unauthorized', reason: 'key-refused' };
  if (status === 402 || status === 403) return { kind: 'unauthorized', reason: 'plan' };
  return { kind: 'upstream', status, code: told?.code ?? null, retryable: isRetryable(status) };
}

/** A 404 without this code still means that the company has none, where the company is known. */
const CODE_OF = { highlights: 'HIGHLIGHTS_NOT_FOUND', news: 'NEWS_NOT_FOUND' } as const;

/**
 * A 404 has several meanings [R-7-4…7], told apart by endpoint, code and whether the company was ever seen. Only an answer
 * in the service's own form speaks of a company: any other says that the base URL is wrong.
 */
function notFound({ endpoint, isKnown, isLaterPage }: Refusal, told: ErrorBody | null): AppError {
  if (told === null || (told.error === null && told.code === null))
    return { kind: 'not-found', what: 'service' };
  const code = told.code?.toUpperCase() ?? null;
  const ambiguous = isKnown ? {} : { ambiguous: true };
  switch (endpoint) {
    case 'contacts':
      return code === 'CONTACTS_NOT_AVAILABLE'
        ? { kind: 'not-available', what: 'contacts', hint: told.hint }
        : { kind: 'not-found', what: 'company' };
    case 'tech-stack':
      return { kind: 'not-available', what: 'tech-stack', hint: told.hint, ...ambiguous };
    case 'highlights':
    case 'news':
      return isKnown || code === CODE_OF[endpoint]
        ? { kind: 'not-available', what: endpoint, hint: told.hint, ...ambiguous }
        : { kind: 'not-found', what: 'company' };
    case 'open-roles':
      return isLaterPage
        ? { kind: 'not-available', what: 'page', hint: null }
        : { kind: 'not-found', what: 'company' };
    case 'company':
    case 'rounds':
      return { kind: 'not-found', what: 'company' };
    case 'health':
    case 'filters':
    case 'stats':
    case 'fundings':
    case 'companies':
      return { kind: 'not-found', what: 'service' };
    default:
      return assertNever(endpoint);
  }
}

const TEMPORARY = new Set([408, 425, 500, 502, 503, 504]);
/** Whether the same call may succeed later without any change; the 52x are those of proxies. */
const isRetryable = (status: number): boolean => TEMPORARY.has(status) || (status >= 520 && status <= 530);
