/** Keys that hold people wherever they turn up. The client splits off the documented ones; a service may add others. */
const PERSONAL_KEY =
  /^(contacts?|people|persons?|founders?|employees?|team|owners?|recruiters?|hiring_?managers?|authors?|(work_?|personal_?)?e-?_?mails?|phones?)$/i;

/** The same where it stands in JSON: inside a text a quote has a backslash before it, so that only keys are found. */
const PERSONAL_IN_JSON = new RegExp(`"${PERSONAL_KEY.source.slice(1, -1)}":`, 'i');

/** A received row as JSON for the disk, without what may name a person. */
export function rawJson(raw: unknown): string {
  try {
    // Most rows hold no such key: to be asked about every one of them takes JSON four times as long.
    const whole: string | undefined = JSON.stringify(raw);
    if (whole === undefined || !PERSONAL_IN_JSON.test(whole)) return whole ?? 'null';
    const json: string | undefined = JSON.stringify(raw, (key, value: unknown) =>
      PERSONAL_KEY.test(key) ? undefined : value,
    );
    return json ?? 'null';
  } catch {
    // Too deep to be written: the normalised columns stand without it.
    return 'null';
  }
}
