/** `roundwatch://company/<id>` without anything after it. The id is opaque and assigned by the service. */
const LINK = /^roundwatch:\/\/company\/([^/?#\\\s]{1,600})\/?$/i;
const LINK_MAX = 700;
/** Maximum id length in the contract. */
const ID_MAX = 200;

/**
 * @param link untrusted
 * @returns the company's id; null if the link is invalid
 */
export function companyIdFromLink(link: string): string | null {
  if (link.length > LINK_MAX) return null;
  const encodedId = LINK.exec(link)?.[1];
  if (encodedId === undefined) return null;
  try {
    const id = decodeURIComponent(encodedId);
    // Rejects control, format and surrogate characters, and ids of dots alone, which would be a path.
    return id.length <= ID_MAX && id.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\.{1,2}$/u.test(id)
      ? id
      : null;
  } catch {
    return null;
  }
}

/** The company of the link on the command line; accepts exactly one link, as browsers and mail programs pass it. */
export function companyIdFromArguments(argv: readonly string[]): string | null {
  const links = argv.filter((argument) => /^roundwatch:/i.test(argument));
  const [link] = links;
  return link === undefined || links.length > 1 ? null : companyIdFromLink(link);
}
