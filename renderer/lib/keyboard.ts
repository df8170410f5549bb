/*
 * Shortcuts are written as `Mod+K`, `Mod+Shift+K`, `Shift+Enter`, `/` or `g s` (two keys in sequence). `Mod`
 * is Ctrl, or Cmd on a Mac.
 */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
}

/** Maximum time, in ms, between the two keys of a sequence. */
export const SEQUENCE_MS = 1_200;

const CAPS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Returns the labels of the key caps: Ctrl and K for `Mod+K`, G and S for `g s`. */
export function keyCaps(keys: string, mac = isMac()): readonly string[] {
  return (
    keys
      .split(' ')
      // A plus sign at the end is a key, not a separator.
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

/** Returns whether the `Mod` key is held during a click or a key press. */
export const hasMod = (
  event: { readonly ctrlKey: boolean; readonly metaKey: boolean },
  mac = isMac(),
): boolean => (mac ? event.metaKey : event.ctrlKey);

/** Returns a key press in shortcut notation; null if no shortcut can contain this key press. */
export function pressText(press: KeyPress, mac = isMac()): string | null {
  if (press.altKey || ['Control', 'Meta', 'Shift', 'Alt', 'Dead', 'Process'].includes(press.key)) return null;
  const mod = hasMod(press, mac);
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  // Without `Mod`, Shift counts only with Enter, because with other keys it types another character.
  if (!mod) return key === 'Enter' && press.shiftKey === true ? 'Shift+Enter' : key;
  // `Shift+` is omitted before a symbol, because some keyboard layouts need Shift to type the symbol.
  const shift = press.shiftKey === true && !/^[^\p{L}]$/u.test(key) ? 'Shift+' : '';
  // The upper-case form of a few letters has two characters, such as SS for ß. These letters stay in lower
  // case.
  const large = key.toUpperCase();
  return `Mod+${shift}${key.length === 1 && large.length === 1 ? large : key}`;
}

interface Matcher {
  /**
   * Returns the shortcut that this key press completes. Returns `pending` after the first key of a sequence,
   * or null if no shortcut matches.
   */
  press(text: string, atMs: number): string | 'pending' | null;
}

/** Creates a matcher for the current shortcuts, which are single keys or sequences of two keys. */
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

/** Returns whether the element is a field for editing text. These fields have a separate undo history. */
export function isTextField(target: EventTarget | null): boolean {
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
  );
}

/**
 * Returns whether Enter presses the element: a button or link that the user has reached by keyboard. False
 * for a button that was clicked. It keeps focus but has no focus ring, and Enter then opens the list's active
 * row.
 */
export const isPressedByEnter = (target: EventTarget | null): boolean =>
  typeof HTMLElement !== 'undefined' &&
  target instanceof HTMLElement &&
  target.matches(':is(button, a[href], summary):focus-visible');

/**
 * Returns whether the user can type into the element. While such an element has focus, only `Mod` shortcuts
 * and Escape work.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  isTextField(target) || (typeof HTMLSelectElement !== 'undefined' && target instanceof HTMLSelectElement);
