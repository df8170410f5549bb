/*
 * Shortcuts are written `Mod+K`, `Mod+Shift+K`, `/` or `g s` (two keys in sequence). `Mod` is Ctrl, or Cmd on a Mac.
 */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
}

/** The second key of a sequence has to follow within this time, ms. */
export const SEQUENCE_MS = 1_200;

const CAPS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The key caps to show: `Mod+K` → Ctrl, K; `g s` → G, S. */
export function keyCaps(keys: string, mac = isMac()): readonly string[] {
  return (
    keys
      .split(' ')
      // Split at a plus sign between two parts: the last part may be a plus sign itself.
      .flatMap((press) => press.split(/\+(?=.)/))
      .filter((part) => part !== '')
      .map((part) => {
        if (mac && part === 'Mod') return '⌘';
        if (mac && part === 'Shift') return '⇧';
        return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
      })
  );
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac/.test(navigator.userAgent);
}

/** One key press in the notation of shortcuts; null for a press that no shortcut uses. */
export function pressText(press: KeyPress, mac = isMac()): string | null {
  if (press.altKey || ['Control', 'Meta', 'Shift', 'Alt', 'Dead', 'Process'].includes(press.key)) return null;
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (!mod) return key;
  // For a symbol, Shift is part of typing it and not written.
  const shift = press.shiftKey === true && !/^[^\p{L}]$/u.test(key) ? 'Shift+' : '';
  // Some letters become two in upper case; leave those in lower case.
  const large = key.toUpperCase();
  return `Mod+${shift}${key.length === 1 && large.length === 1 ? large : key}`;
}

export interface Matcher {
  /** The shortcut that this press completes; `pending` after the first key of a sequence; otherwise null. */
  press(text: string, atMs: number): string | 'pending' | null;
}

/** Matches key presses against the shortcuts in use, single keys or sequences of two. */
export function createMatcher(shortcuts: () => readonly string[]): Matcher {
  let first: { text: string; atMs: number } | null = null;
  const canonical = (shortcut: string): string =>
    shortcut
      .split(' ')
      .map((part) => (part.length === 1 ? part.toLowerCase() : part))
      .join(' ');
  return {
    press(text, atMs) {
      const known = shortcuts();
      const find = (wanted: string): string | undefined => known.find((each) => canonical(each) === wanted);
      if (first !== null && atMs - first.atMs <= SEQUENCE_MS) {
        const both = find(`${first.text} ${text}`);
        first = null;
        if (both !== undefined) return both;
      }
      first = null;
      const one = find(text);
      if (one !== undefined) return one;
      if (!known.some((each) => canonical(each).startsWith(`${text} `))) return null;
      first = { text, atMs };
      return 'pending';
    },
  };
}

/** Whether single keys belong to a text field; then only `Mod` shortcuts and Escape apply. */
export function isTyping(target: EventTarget | null): boolean {
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
  );
}
