/** Maximum characters of a name in a notification. */
const NAME_MAX = 60;

/**
 * Prepares text of the service or the user for a notification: one line, without control and bidirectional
 * characters, cut to a length. The notifier escapes `<` and `&` for its system.
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
