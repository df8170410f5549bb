import { isObject } from './values.ts';

/**
 * Keys that may contain personal data. Numbers and booleans under them (`total_contacts`, `hasContacts`) do
 * not identify anyone.
 */
const PERSONAL = /contact|people|person|e-?mail/i;

/**
 * Removes personal fields at any depth, so data stored unencrypted cannot contain a contact in an
 * undocumented place. Leaves the input unmodified and all other values as received.
 */
export function withoutPersonal(value: unknown): unknown {
  // Most rows contain no personal fields and need no copy.
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
  // fromEntries defines keys instead of assigning them, so `__proto__` stays a plain key.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !isPersonal(key, part))
      .map(([key, part]) => [key, withoutPeople(part)]),
  );
}
