const MOST = 1_000_000;

/**
 * Parses a spending cap: a whole number up to a million. Returns null for an empty field and undefined for
 * any other text.
 */
export function parseAllowance(text: string): number | null | undefined {
  const written = text.trim().replaceAll(/[\s,.'’]/g, '');
  if (text.trim() === '') return null;
  if (!/^\d{1,7}$/.test(written) || Number(written) > MOST) return undefined;
  return /^\d{1,3}([\s,.'’]\d{3})*$|^\d+$/.test(text.trim()) ? Number(written) : undefined;
}
