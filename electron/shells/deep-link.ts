/** `roundwatch://company/<id>`, with nothing behind it. The id is the service's own and opaque. */
const LINK = /^roundwatch:\/\/company\/([^/?#\\\s]{1,600})\/?$/i;
const LINK_MAX = 700;
/** As long as the contract lets an id be. */
const ID_MAX = 200;

/** @param link from outside, hostile until it is parsed. @returns the company's id; null for whatever is no such link */
export function companyOfLink(link: string): string | null {
  if (link.length > LINK_MAX) return null;
  const written = LINK.exec(link)?.[1];
  if (written === undefined) return null;
  try {
    const id = decodeURIComponent(written);
    // Controls, format characters and half characters have no place in an id; dots alone would be a path.
    return id.length <= ID_MAX && id.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\.{1,2}$/u.test(id)
      ? id
      : null;
  } catch {
    return null;
  }
}

/** The company that a command line asks for: of one link only, as a browser or a mail program hands it over. */
export function companyOfLine(argv: readonly string[]): string | null {
  const links = argv.filter((argument) => /^roundwatch:/i.test(argument));
  const [link] = links;
  return link === undefined || links.length > 1 ? null : companyOfLink(link);
}
