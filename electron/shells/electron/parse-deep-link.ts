/** Matches exactly `roundwatch://company/<id>`. The id is percent-encoded. */
const LINK = /^roundwatch:\/\/company\/([^/?#\\\s]{1,600})\/?$/i;
const LINK_MAX = 700;
/** Maximum length of a company id, as in the contract. */
const ID_MAX = 200;

/** Returns the company id in an untrusted link; null if the link is invalid. */
export function companyIdFromLink(link: string): string | null {
  if (link.length > LINK_MAX) return null;
  const encodedId = LINK.exec(link)?.[1];
  if (encodedId === undefined) return null;
  try {
    const id = decodeURIComponent(encodedId);
    // Rejects control, format and surrogate characters, as well as `.` and `..`, which are path segments.
    return id.length <= ID_MAX && id.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\.{1,2}$/u.test(id)
      ? id
      : null;
  } catch {
    return null;
  }
}

/** Returns the company id from the link on a command line; null unless there is exactly one link. */
export function companyIdFromArguments(argv: readonly string[]): string | null {
  const links = argv.filter((argument) => /^roundwatch:/i.test(argument));
  const [link] = links;
  return link === undefined || links.length > 1 ? null : companyIdFromLink(link);
}
