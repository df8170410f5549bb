/*
 * The address of a window that shows one company. The id of the company is in the fragment, which is not sent
 * to the shell. The shell therefore serves every window the same page with the same policy.
 */

const START = '#company=';
/** Maximum length of a company's id, in characters (`companyIdSchema`). */
const ID_MAX = 200;

/** Returns the URL fragment, including the `#`, for a window that shows this company. */
export const companyFragment = (companyId: string): string => `${START}${encodeURIComponent(companyId)}`;

/**
 * Returns the id of the company in a window's fragment; null if the fragment contains none or is malformed.
 */
export function companyOfFragment(fragment: string): string | null {
  if (!fragment.startsWith(START)) return null;
  try {
    const id = decodeURIComponent(fragment.slice(START.length));
    return id.length > 0 && id.length <= ID_MAX ? id : null;
  } catch {
    return null;
  }
}
