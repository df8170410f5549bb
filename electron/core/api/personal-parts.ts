import { isObject } from './decode-values.ts';

/** Keys that may hold people. Numbers and booleans below them (`total_contacts`, `hasContacts`) tell nobody's name. */
const PERSONAL = /contact|people|person|e-?mail/i;

/**
 * A copy of a service value without whatever its keys say is about people, at any depth, so that what is stored in the
 * clear cannot carry a contact in an undocumented place. Values of other keys are kept as received.
 */
export function withoutPersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonal);
  if (!isObject(value)) return value;
  // fromEntries defines keys instead of assigning them, so `__proto__` stays a name.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !PERSONAL.test(key) || typeof part === 'number' || typeof part === 'boolean')
      .map(([key, part]) => [key, withoutPersonal(part)]),
  );
}
