/** Characters that a notification shows of one name at most. */
const NAME_MAX = 60;

/**
 * Text of the service, or of the seller, in a notification: one line without controls and marks that turn the direction of what
 * follows, cut to a length. Whoever shows it says `<` and `&` in the way that its system reads. Pure.
 */
export function plainText(text: string, max = NAME_MAX): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : line;
}
