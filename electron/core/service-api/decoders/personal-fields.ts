import { isObject } from './values.ts';

/**
 * Pattern of keys whose values may be personal data, except numbers and booleans such as `total_contacts`.
 */
const PERSONAL = /contact|people|person|e-?mail/i;

/**
 * Returns the value without personal fields at any depth, so it can be stored unencrypted even if the
 * service sends contacts in an undocumented place. Does not modify `value`.
 */
export function withoutPersonal(value: unknown): unknown {
  // Most rows contain no personal fields and need no copy.
  return containsPersonalData(value) ? withoutPeople(value) : value;
}

function containsPersonalData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(containsPersonalData);
  return Object.entries(value).some(([key, part]) => isPersonal(key, part) || containsPersonalData(part));
}

const isPersonal = (key: string, part: unknown): boolean =>
  typeof part !== 'number' && typeof part !== 'boolean' && PERSONAL.test(key);

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (!isObject(value)) return value;
  // Unlike an assignment, `fromEntries` makes `__proto__` an ordinary key.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !isPersonal(key, part))
      .map(([key, part]) => [key, withoutPeople(part)]),
  );
}
