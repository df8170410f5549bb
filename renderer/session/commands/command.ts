/** One thing the seller can do; feeds buttons, shortcuts and the palette. */
export interface Command {
  readonly id: string;
  readonly words: string;
  /** Heading in the palette; left out: Everywhere. */
  readonly group?: string;
  /** A Lucide icon; what draws it knows its type (`frame/palette/Palette.svelte`). */
  readonly icon?: unknown;
  /** The keys it comes with: `Mod+K`, `g s`, `/`. Those in force are `app.commands.keysOf(command)`. */
  readonly shortcut?: string;
  /** In words, `up to 25 records`; null for what is free. */
  readonly price?: () => string | null;
  /** Muted, where a price would stand. */
  readonly detail?: string;
  readonly available?: () => boolean;
  readonly run: () => void | Promise<void>;
  /** Found by these too. */
  readonly keywords?: readonly string[];
  /** Works while something is being written: `Mod` shortcuts and Escape do anyway. */
  readonly whileTyping?: boolean;
  /** Not listed in the palette: moves of the keyboard. */
  readonly hidden?: boolean;
}

export const isAvailable = (command: Command): boolean => command.available?.() ?? true;

/**
 * Later commands win a shortcut: a screen's own `/` comes before the frame's.
 * @param keysOf the keys in force of a command
 */
export function commandFor(
  commands: readonly Command[],
  shortcut: string,
  keysOf: (command: Command) => string | undefined = (command) => command.shortcut,
): Command | undefined {
  return commands.findLast((command) => keysOf(command) === shortcut && isAvailable(command));
}

/**
 * The commands that fit what was typed: every word somewhere in the name, best first (whole start, start of a word, inside).
 */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
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

/** The words of a command cut where they match, so that the palette can mark them. */
export function marked(
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

/** Under their headings in the order found; what can be done everywhere comes after what belongs to the screen. */
export function grouped(commands: readonly Command[], everywhere: string): readonly CommandGroup[] {
  const names = [...new Set(commands.map((command) => command.group ?? everywhere))];
  const own = names.filter((name) => name !== everywhere);
  const ordered = own.length < names.length ? [...own, everywhere] : own;
  return ordered.map((name) => ({
    name,
    commands: commands.filter((command) => (command.group ?? everywhere) === name),
  }));
}
