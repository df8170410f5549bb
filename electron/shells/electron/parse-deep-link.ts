import type { LinkTarget } from '../../../shared/model/link.ts';

/** Matches exactly `roundwatch://company/<id>`. The id is percent-encoded. */
const COMPANY = /^roundwatch:\/\/company\/([^/?#\\\s]{1,600})\/?$/i;
/**
 * Matches exactly `roundwatch://find?q=<text>`. The text is percent-encoded; a plus sign does not stand for a
 * space.
 */
const FIND = /^roundwatch:\/\/find\/?\?q=([^&#\\\s]{1,1800})$/i;
const LINK_MAX = 1_900;
/** Maximum length of a company id, as in the contract. */
const ID_MAX = 200;
/** Maximum length of the text in a `find` link; the same as in the command palette. */
const TEXT_MAX = 200;

/** Returns the company id in an untrusted link; null if the link is invalid or has another target. */
export const companyIdFromLink = (link: string): string | null =>
  decoded(COMPANY.exec(link.slice(0, LINK_MAX + 1))?.[1], ID_MAX);

/**
 * Returns the target of an untrusted link; null if the link is invalid. A link can only open a company or
 * find one in the library. It can never send a request.
 */
export function targetOfLink(link: string): LinkTarget | null {
  const companyId = companyIdFromLink(link);
  if (companyId !== null) return { companyId, find: null };
  const find = link.length > LINK_MAX ? null : decoded(FIND.exec(link)?.[1], TEXT_MAX);
  return find === null ? null : { companyId: null, find: find.trim() };
}

/** Returns the target of the link on a command line; null unless there is exactly one link. */
export function targetOfArguments(argv: readonly string[]): LinkTarget | null {
  const links = argv.filter((argument) => /^roundwatch:/i.test(argument));
  const [link] = links;
  return link === undefined || links.length > 1 ? null : targetOfLink(link);
}

/**
 * Decodes a part of a link. Returns null for text with control, format or surrogate characters, for empty
 * text, and for `.` and `..`, which are path segments.
 */
function decoded(encoded: string | undefined, max: number): string | null {
  if (encoded === undefined) return null;
  try {
    const text = decodeURIComponent(encoded);
    const isValid =
      text.length <= max && text.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\.{1,2}$/u.test(text);
    return isValid ? text : null;
  } catch {
    return null;
  }
}
