/** Maximum length of a name in a notification, in characters. */
const NAME_MAX = 60;

/**
 * Prepares text from the service or the user for a notification: puts it on one line, removes control and
 * bidirectional characters, and shortens it to `max` characters. The notifier must escape `<` and `&`.
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
