/**
 * A parameter that the service refuses. The specification shows no response body for this case, so the
 * response has the usual error body (spec §7).
 */
export interface BadParameter {
  readonly kind: 'bad-parameter';
  readonly parameter: string;
  readonly error: string;
}
export const badParameter = (parameter: string, error: string): BadParameter => ({
  kind: 'bad-parameter',
  parameter,
  error,
});
export const isBad = (value: unknown): value is BadParameter =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'bad-parameter';

/**
 * Returns all values of an array parameter. The parameter can be given as `name[]=a`, as a repeated `name=a`,
 * or as a single value that is a JSON array (spec §4.2). Malformed JSON is treated as a literal value.
 */
export function readArray(params: URLSearchParams, name: string): string[] {
  const raw = [...params.getAll(`${name}[]`), ...params.getAll(name)];
  return [...new Set(raw.flatMap(expandArray))].filter((value) => value !== '');
}

/** Returns the first parameter in `names` whose value starts with `[` but is not a JSON array. */
export const findMalformedArray = (params: URLSearchParams, names: readonly string[]): string | null =>
  names.find((name) =>
    [...params.getAll(`${name}[]`), ...params.getAll(name)].some(
      (value) => value.trim().startsWith('[') && expandArray(value)[0] === value,
    ),
  ) ?? null;

function expandArray(value: string): string[] {
  const trimmed = value.trim();
  if (!trimmed.startsWith('[')) return [value];
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return Array.isArray(parsed) ? parsed.map(String) : [value];
  } catch {
    return [value];
  }
}

/** Returns the first value of a text parameter; null if it is missing or blank. */
export function readText(params: URLSearchParams, name: string): string | null {
  const value = params.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

/** Whether a filter is enabled. Any value except `true` disables it (spec §4.2). */
export const readFlag = (params: URLSearchParams, name: string): boolean =>
  params.get(name)?.trim().toLowerCase() === 'true';

/** Returns an integer parameter, which must be at least `min`; `fallback` if it is missing. */
export function readInteger(
  params: URLSearchParams,
  name: string,
  min: number,
  fallback: number,
): number | BadParameter {
  const text = params.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= min ? value : badParameter(name, `${name} must be an integer of at least ${min}`);
}

/**
 * Returns the parameters that the endpoint does not define. They do not affect the response, but are recorded
 * in the transcript.
 */
export const unknownParameters = (params: URLSearchParams, known: ReadonlySet<string>): string[] =>
  [...new Set(params.keys())].filter((key) => !known.has(key.replace(/\[\]$/, '')));
