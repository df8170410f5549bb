import type { MenuItem } from '../../../shared/model/settings/menu.ts';
import type { Command } from '../../session/commands/command.ts';
import { safeLine } from '../../lib/safe-text.ts';

const WORDS_MAX = 100;
const ITEMS_MAX = 50;
/** Commands of the application menu: those with a fixed name. Items named by the user are in the palette. */
const SCREEN_COMMANDS =
  /^(?:go|view|theme|density|demo|company|list|today|search|library|signals|quota|triage|settings)\./;
const FRAME_COMMANDS: ReadonlySet<string> = new Set([
  'palette',
  'shortcuts',
  'undo',
  'export-notes',
  'backups.make',
  'people.lock',
]);
/** Commands for a single named item: a saved search, a list, a queued request. */
const NAMED_ITEM_COMMANDS = /^(?:search\.saved-|library\.(?:filter|list)-|.*\d{2,})/;

const isInMenu = ({ id, hidden }: Command): boolean =>
  (FRAME_COMMANDS.has(id) || SCREEN_COMMANDS.test(id)) &&
  !NAMED_ITEM_COMMANDS.test(id) &&
  (hidden !== true || id === 'palette');

/** The available commands as menu items, with their price in the label. */
export function menuItems(
  commands: readonly Command[],
  keysOf: (command: Command) => string | undefined,
): MenuItem[] {
  const items = new Map<string, MenuItem>();
  // A later command replaces an earlier one with the same id, as with shortcuts.
  for (const command of commands) {
    if (!isInMenu(command)) continue;
    const price = command.price?.() ?? null;
    const words = safeLine(price === null ? command.words : `${command.words} · ${price}`, WORDS_MAX).replace(
      /\p{Cf}/gu,
      '',
    );
    if (words.trim() === '') continue;
    items.set(command.id, { id: command.id, words, keys: keysOf(command) ?? null });
  }
  return [...items.values()].slice(0, ITEMS_MAX);
}
