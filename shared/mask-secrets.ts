const MASK = '[redacted]';

/** Patterns for text that may be secret or personal, regardless of the surrounding text. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\bbearer\s+[^\s"',;]+/gi,
  /\b[\w-]*(?:token|secret|api_?key|password|passphrase|authorization)["']?\s*[=:]\s*["']?[^\s"',;&]+/gi,
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
];

/** Replaces text that looks like a key, a password or an email address. */
export const maskSecrets = (text: string): string =>
  SECRET_SHAPES.reduce((current, shape) => current.replace(shape, MASK), text);

/**
 * A part of a key is masked if it has at least this many characters. A message from the service may contain
 * only part of the key.
 */
const PART_MIN = 8;

/** Masks every part of `key` that is at least eight characters long, ignoring case. */
export function maskKey(text: string, key: string): string {
  const lowerKey = key.toLowerCase();
  const lowerText = text.toLowerCase();
  // If the conversion to lower case changed the length, positions in `lowerText` don't match positions in
  // `text`. In this case, only complete occurrences of the key are masked.
  if (lowerText.length !== text.length || lowerKey.length < PART_MIN) return text.replaceAll(key, MASK);
  let masked = '';
  for (let at = 0; at < text.length;) {
    let length = lowerKey.includes(lowerText.slice(at, at + PART_MIN)) ? PART_MIN : 0;
    if (at + PART_MIN > text.length) length = 0;
    while (length > 0 && at + length < text.length && lowerKey.includes(lowerText.slice(at, at + length + 1)))
      length += 1;
    masked += length > 0 ? MASK : (text[at] ?? '');
    at += Math.max(1, length);
  }
  return masked;
}
