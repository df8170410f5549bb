/** Compares two texts by their UTF-16 code units, which is fast and does not depend on the language. */
export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
