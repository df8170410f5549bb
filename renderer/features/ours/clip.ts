/** Maximum length of a file's name that is stored. */
const NAME_MAX = 200;

/** Shortens a file's name to the stored length. */
export const clip = (name: string): string => name.slice(0, NAME_MAX);
