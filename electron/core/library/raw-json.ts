/** Keys that hold people wherever they turn up. The client splits off the documented ones; a service may add others. */
const PERSONAL_KEY =
  /^(contacts?|people|persons?|founders?|employees?|team|owners?|recruiters?|hiring_?managers?|authors?|(work_?|personal_?)?e-?_?mails?|phones?)$/i;

/** A received row as JSON for the disk, without what may name a person. */
export function rawJson(raw: unknown): string {
  try {
    const json: string | undefined = JSON.stringify(raw, (key, value: unknown) =>
      PERSONAL_KEY.test(key) ? undefined : value,
    );
    return json ?? 'null';
  } catch {
    // Too deep to be written: the normalised columns stand without it.
    return 'null';
  }
}
