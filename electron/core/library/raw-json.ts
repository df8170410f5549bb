/**
 * Matches keys whose values may contain personal data. The client already separates the documented keys from
 * the rest of a response, but the service may add new ones.
 */
const PERSONAL_KEY =
  /^(contacts?|people|persons?|founders?|employees?|team|owners?|recruiters?|hiring_?managers?|authors?|(work_?|personal_?)?e-?_?mails?|phones?)$/i;

/** Matches such a key in JSON text. Only keys match, because quotes inside JSON strings are escaped. */
const PERSONAL_IN_JSON = new RegExp(`"${PERSONAL_KEY.source.slice(1, -1)}":`, 'i');

/** Serializes a received row for storage, without fields that may contain personal data. */
export function rawJson(raw: unknown): string {
  try {
    // Most rows have no such key, and a replacer makes `JSON.stringify` four times slower.
    const whole: string | undefined = JSON.stringify(raw);
    if (whole === undefined || !PERSONAL_IN_JSON.test(whole)) return whole ?? 'null';
    const json: string | undefined = JSON.stringify(raw, (key, value: unknown) =>
      PERSONAL_KEY.test(key) ? undefined : value,
    );
    return json ?? 'null';
  } catch {
    // The row is nested too deeply to be serialized. Its decoded fields are stored anyway.
    return 'null';
  }
}
