/** Matches keys that are written as a single character in an Electron accelerator. */
const CHARACTER_KEY = /^[A-Z0-9,./;'[\]\\`\-=?!@#$%^&*()_:<>|~{}"]$/;
const NAMED_KEYS: Readonly<Record<string, string>> = { Enter: 'Enter', 'Shift+Enter': 'Shift+Enter' };
const FUNCTION_KEY = /^F(?:[1-9]|1\d|2[0-4])$/;

/**
 * Converts a command's keys (`Mod+K`, `/`, `g s`) to an Electron accelerator. Returns null if Electron has no
 * equivalent. On macOS, also returns null for keys without `Mod`, such as `/`: if such a key were a menu
 * accelerator, users could no longer type it into a text field.
 */
export function toAccelerator(keys: string | null, platform: NodeJS.Platform): string | null {
  if (keys === null || keys.includes(' ')) return null;
  const mod = /^Mod\+(Shift\+)?(.+)$/.exec(keys);
  if (mod === null && platform === 'darwin') return null;
  const key = mod?.[2] ?? keys;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const electronKey = CHARACTER_KEY.test(name) || FUNCTION_KEY.test(name) ? name : NAMED_KEYS[name];
  if (electronKey === undefined) return null;
  return mod === null ? electronKey : `CommandOrControl+${mod[1] ?? ''}${electronKey}`;
}
