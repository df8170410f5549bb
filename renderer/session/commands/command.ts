/** An action that the user can trigger with a button, a shortcut or the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Heading in the palette; "Everywhere" by default. */
  readonly group?: string;
  /**
   * A Lucide icon. Declared as `unknown`, because this folder may not import components.
   * `frame/palette/Palette.svelte` checks the type.
   */
  readonly icon?: unknown;
  /** Default keys such as `Mod+K`, `g s` or `/`. `app.commands.keysOf(command)` returns the current keys. */
  readonly shortcut?: string;
  /** The price, such as `up to 25 records`; null for a free command. */
  readonly price?: () => string | null;
  /** Muted text, shown in the place where other commands show their price. */
  readonly detail?: string;
  /**
   * Whether the command opens a stored item. If so, the palette labels the Enter key as opening the item
   * instead of running a command.
   */
  readonly isOpening?: boolean;
  readonly available?: () => boolean;
  readonly run: () => void | Promise<void>;
  /**
   * What the shortcut runs instead of `run`, for example if the price may be out of view when the user presses
   * the keys.
   */
  readonly runByKey?: () => void | Promise<void>;
  /**
   * Returns one command for each value that the user can choose after running this command. The palette
   * lists those that match the typed text.
   */
  readonly choices?: () => Promise<readonly Command[]>;
  /** Additional search words for the palette. */
  readonly keywords?: readonly string[];
  /** Whether the palette omits the command. Set for commands that move the focus or the selection. */
  readonly hidden?: boolean;
  /** Whether the command, while it is available, takes its keys from all commands without this property. */
  readonly takesKeys?: boolean;
}

export const isAvailable = (command: Command): boolean => command.available?.() ?? true;

/**
 * Returns the available command with this id. If several commands have it, the command registered last takes
 * precedence.
 */
export const availableCommand = (commands: readonly Command[], id: string): Command | undefined =>
  commands.findLast((command) => command.id === id && isAvailable(command));

/**
 * Returns the command that a shortcut runs. If several commands share the shortcut, the command registered
 * last takes precedence. For example, a screen's `/` overrides the frame's. Commands with `takesKeys` come
 * before all others.
 *
 * @param keysOf returns the current keys of a command
 */
export function commandFor(
  commands: readonly Command[],
  shortcut: string,
  keysOf: (command: Command) => string | undefined = (command) => command.shortcut,
): Command | undefined {
  const candidates = commands.filter((command) => keysOf(command) === shortcut && isAvailable(command));
  return candidates.findLast(({ takesKeys }) => takesKeys === true) ?? candidates.at(-1);
}

/**
 * Returns the commands whose name or keywords contain every word of the text. A word counts most if the name
 * starts with it, less if another word of the name starts with it, and least if it occurs anywhere else.
 */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = commands
    .filter((command) => !command.hidden && isAvailable(command))
    .map((command, at) => ({ command, at, score: scoreOf(command, wanted) }))
    .filter(({ score }) => score !== null);
  return scored.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.at - b.at).map(({ command }) => command);
}

/**
 * Returns the keyword that makes a command match the text. Returns null if the command's name contains every
 * word of the text, because the user can then see the match in the name.
 */
export function matchedKeyword(command: Command, text: string): string | null {
  const name = command.label.toLowerCase();
  const hidden = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !name.includes(word));
  if (hidden.length === 0) return null;
  return (
    (command.keywords ?? []).find((keyword) => hidden.some((word) => keyword.toLowerCase().includes(word))) ??
    null
  );
}

function scoreOf(command: Command, wanted: readonly string[]): number | null {
  const name = command.label.toLowerCase();
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

/**
 * Splits a command's name into the parts that match the text and the parts that do not. The palette
 * highlights the matching parts.
 */
export function highlightMatches(
  label: string,
  text: string,
): readonly { readonly text: string; readonly hit: boolean }[] {
  const parts = text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (parts.length === 0) return [{ text: label, hit: false }];
  const pattern = new RegExp(`(${parts.join('|')})`, 'gi');
  return label
    .split(pattern)
    .map((piece, at) => ({ text: piece, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Joins adjacent groups with the same heading. */
export function joinGroups(groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const joined: CommandGroup[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last?.name !== group.name) joined.push(group);
    else joined[joined.length - 1] = { ...last, commands: [...last.commands, ...group.commands] };
  }
  return joined;
}

interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** Groups commands by heading, in order of first appearance. The group `everywhere` comes last. */
export function groupCommands(commands: readonly Command[], everywhere: string): readonly CommandGroup[] {
  const names = [...new Set(commands.map((command) => command.group ?? everywhere))];
  const own = names.filter((name) => name !== everywhere);
  const ordered = own.length < names.length ? [...own, everywhere] : own;
  return ordered.map((name) => ({
    name,
    commands: commands.filter((command) => (command.group ?? everywhere) === name),
  }));
}

export const isFree = (command: Command): boolean => (command.price?.() ?? null) === null;

/**
 * Returns whether Enter runs the selected command of the palette. While stored items are still being searched,
 * a priced command runs only if the user has selected it, because a free item that is found in the next moment
 * may be what the user wants.
 *
 * @param chosenId the id of the command that the user has selected; null if the user has not selected any
 */
export const runsOnEnter = (command: Command, isSearching: boolean, chosenId: string | null): boolean =>
  isFree(command) || !isSearching || command.id === chosenId;

/**
 * Returns the position of the first free command. Enter runs this command unless the user selects another one,
 * and therefore spends no records by accident. Stored items, which come after the first `stable` commands, are
 * considered only if none of these commands is free, because the position would otherwise change when stored
 * items are found. If no command is free, returns 0 once `isComplete` is true, and -1 before that, because a
 * stored item may still be found.
 */
export function firstFreePosition(shown: readonly Command[], stable: number, isComplete: boolean): number {
  const position = shown.slice(0, stable).findIndex(isFree);
  const free = position < 0 ? shown.findIndex(isFree) : position;
  return free < 0 && isComplete ? 0 : free;
}

/**
 * Returns the commands for all values that can be chosen now. If several available commands have the same id,
 * only the one registered last counts.
 */
export async function choicesOf(commands: readonly Command[]): Promise<readonly Command[]> {
  const available = new Map(commands.filter(isAvailable).map((command) => [command.id, command]));
  const reads = [...available.values()].flatMap(({ choices }) => (choices === undefined ? [] : [choices()]));
  return (await Promise.all(reads)).flat();
}
