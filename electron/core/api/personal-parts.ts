import { isObject } from './decode-values.ts';

/** Keys that may hold people. Numbers and booleans below them (`total_contacts`, `hasContacts`) tell nobody's name. */
const PERSONAL = /contact|people|person|e-?mail/i;

/**
 * A service value without whatever its keys say is about people, at any depth, so that what is stored in the clear cannot
 * carry a contact in an undocumented place. Values of other keys are kept as received; the value itself stays as it is.
 */
export function withoutPersonal(value: unknown): unknown {
  // Most rows tell of nobody: a copy of them would be the same.
  return tellsOfPeople(value) ? withoutPeople(value) : value;
}

function tellsOfPeople(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(tellsOfPeople);
  return Object.entries(value).some(([key, part]) => isPersonal(key, part) || tellsOfPeople(part));
}

const isPersonal = (key: string, part: unknown): boolean =>
  typeof part !== 'number' && typeof part !== 'boolean' && PERSONAL.test(key);

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (!isObject(value)) return value;
  // fromEntries defines keys instead of assigning them, so `__proto__` stays a name.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !isPersonal(key, part))
      .map(([key, part]) => [key, withoutPeople(part)]),
  );
}
