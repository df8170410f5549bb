/** An action of the user. It feeds buttons, shortcuts and the palette. */
export interface Command {
  readonly id: string;
  readonly words: string;
  /** Heading in the palette; Everywhere by default. */
  readonly group?: string;
  /** A Lucide icon (`frame/palette/Palette.svelte`). */
  readonly icon?: unknown;
  /** Default keys: `Mod+K`, `g s`, `/`. `app.commands.keysOf(command)` returns the keys in use. */
  readonly shortcut?: string;
  /** `up to 25 records`; null for a free command. */
  readonly price?: () => string | null;
  /** Muted text in the place of the price. */
  readonly detail?: string;
  readonly available?: () => boolean;
  readonly run: () => void | Promise<void>;
  /** Further words that find the command. */
  readonly keywords?: readonly string[];
  /** The shortcut works in text fields; `Mod` shortcuts and Escape always do. */
  readonly whileTyping?: boolean;
  /** Not in the palette, for keys that move the focus. */
  readonly hidden?: boolean;
}

export const isAvailable = (command: Command): boolean => command.available?.() ?? true;

/**
 * The last command with these keys wins: a screen's `/` precedes the frame's.
 * @param keysOf returns the keys of a command
 */
export function commandFor(
  commands: readonly Command[],
  shortcut: string,
  keysOf: (command: Command) => string | undefined = (command) => command.shortcut,
): Command | undefined {
  return commands.findLast((command) => keysOf(command) === shortcut && isAvailable(command));
}

/**
 * The commands that contain every typed word. Best first: start of the name, start of a word, anywhere.
 */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = commands
    .filter((command) => !command.hidden && isAvailable(command))
    .map((command, at) => ({ command, at, score: scoreOf(command, wanted) }))
    .filter(({ score }) => score !== null);
  return scored.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.at - b.at).map(({ command }) => command);
}

function scoreOf(command: Command, wanted: readonly string[]): number | null {
  const name = command.words.toLowerCase();
  const all = [name, ...(command.keywords ?? [])].join(' ').toLowerCase();
  let score = 0;
  for (const word of wanted) {
    if (name.startsWith(word)) score += 3;
    else if (` ${name}`.includes(` ${word}`)) score += 2;
    else if (all.includes(word)) score += 1;
    else return null;
  }
  return score;
}

/** Splits a command's name at the matches, so the palette can highlight them. */
export function highlightMatches(
  words: string,
  text: string,
): readonly { readonly text: string; readonly hit: boolean }[] {
  const parts = text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (parts.length === 0) return [{ text: words, hit: false }];
  const pattern = new RegExp(`(${parts.join('|')})`, 'gi');
  return words
    .split(pattern)
    .map((piece, at) => ({ text: piece, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** Groups by heading, in order of appearance; `everywhere` comes last. */
export function groupCommands(commands: readonly Command[], everywhere: string): readonly CommandGroup[] {
  const names = [...new Set(commands.map((command) => command.group ?? everywhere))];
  const own = names.filter((name) => name !== everywhere);
  const ordered = own.length < names.length ? [...own, everywhere] : own;
  return ordered.map((name) => ({
    name,
    commands: commands.filter((command) => (command.group ?? everywhere) === name),
  }));
}
