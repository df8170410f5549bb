import type { MenuItem } from '../../../shared/model/settings/menu.ts';
import type { Command } from '../../session/commands/command.ts';
import { safeLine } from '../../lib/safe-text.ts';

const WORDS_MAX = 100;
const ITEMS_MAX = 50;
/**
 * Ids of the commands that may appear in the application menu. Commands for items that the user has named,
 * such as lists, appear only in the palette.
 */
const SCREEN_COMMANDS =
  /^(?:go|view|theme|density|demo|company|list|today|search|library|signals|quota|triage|settings|help)\./;
const FRAME_COMMANDS: ReadonlySet<string> = new Set([
  'palette',
  'shortcuts',
  'undo',
  'redo',
  'export-notes',
  'backups.make',
  'people.lock',
]);
/**
 * Matches the ids of commands that apply to one named item, such as a saved search, a list or a queued
 * request.
 */
const NAMED_ITEM_COMMANDS = /^(?:search\.saved-|library\.(?:filter|list)-|.*\d{2,})/;

const isInMenu = ({ id, hidden }: Command): boolean =>
  (FRAME_COMMANDS.has(id) || SCREEN_COMMANDS.test(id)) &&
  !NAMED_ITEM_COMMANDS.test(id) &&
  (hidden !== true || id === 'palette');

/** Returns the available commands as menu items, with the price in the label. */
export function menuItems(
  commands: readonly Command[],
  keysOf: (command: Command) => string | undefined,
): MenuItem[] {
  const items = new Map<string, MenuItem>();
  // If several commands have the same id, the last one is used, as for shortcuts.
  for (const command of commands) {
    if (!isInMenu(command)) continue;
    const price = command.price?.() ?? null;
    const label = safeLine(price === null ? command.label : `${command.label} · ${price}`, WORDS_MAX).replace(
      /\p{Cf}/gu,
      '',
    );
    if (label.trim() === '') continue;
    items.set(command.id, { id: command.id, words: label, keys: keysOf(command) ?? null });
  }
  return [...items.values()].slice(0, ITEMS_MAX);
}
