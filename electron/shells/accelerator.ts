/** Keys that Electron's accelerators know by the very sign. */
const SIGN = /^[A-Z0-9,./;'[\]\\`\-=?!@#$%^&*()_:<>|~{}"]$/;
const NAMED: Readonly<Record<string, string>> = { Enter: 'Enter' };
const FUNCTION_KEY = /^F(?:[1-9]|1\d|2[0-4])$/;

/**
 * Keys of the command registry (`Mod+K`, `/`, `g s`) in Electron's writing; null for what cannot be written so.
 * On macOS every accelerator of a menu is really registered, and would take single letters from whatever is being written.
 */
export function acceleratorOf(keys: string | null, platform: NodeJS.Platform): string | null {
  if (keys === null || keys.includes(' ')) return null;
  const mod = /^Mod\+(Shift\+)?(.+)$/.exec(keys);
  if (mod === null && platform === 'darwin') return null;
  const key = mod?.[2] ?? keys;
  const sign = key.length === 1 ? key.toUpperCase() : key;
  const written = SIGN.test(sign) || FUNCTION_KEY.test(sign) ? sign : NAMED[sign];
  if (written === undefined) return null;
  return mod === null ? written : `CommandOrControl+${mod[1] ?? ''}${written}`;
}
