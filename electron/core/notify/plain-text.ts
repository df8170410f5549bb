/** Characters that a notification shows of one name at most. */
const NAME_MAX = 60;

/**
 * Text of the service, or of the seller, in a notification's body: `titleText` with `& < >` as entities, since servers of Linux
 * read bodies as markup. Pure.
 */
export const plainText = (text: string, max = NAME_MAX): string =>
  titleText(text, max).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The same in its title, which nobody reads as markup [Desktop Notifications Specification: summary]: one line without controls and
 * marks that turn the direction of what follows, cut to a length.
 */
export function titleText(text: string, max = NAME_MAX): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : line;
}
