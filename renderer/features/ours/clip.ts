/** Maximum length of a stored file name. */
const NAME_MAX = 200;

/** Shortens a file name to the maximum stored length. */
export const clip = (name: string): string => name.slice(0, NAME_MAX);
