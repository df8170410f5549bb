import type { MenuItem } from '../../../shared/model/settings/menu.ts';
import type { Command } from '../../session/commands/command.ts';
import { safeLine } from '../../lib/safe-text.ts';

const WORDS_MAX = 100;
const ITEMS_MAX = 50;
/** What has a place in the system's menu: commands that are always called the same. Names of the seller's are in the palette. */
const AREAS =
  /^(?:go|view|theme|density|demo|company|list|today|search|library|signals|quota|triage|settings)\./;
const FRAME: ReadonlySet<string> = new Set([
  'palette',
  'shortcuts',
  'undo',
  'export-notes',
  'backups.make',
  'people.lock',
]);
/** Made for one thing that has a name: a saved search, a list, a call that waits. */
const NAMED = /^(?:search\.saved-|library\.(?:filter|list)-|.*\d{2,})/;

const belongs = ({ id, hidden }: Command): boolean =>
  (FRAME.has(id) || AREAS.test(id)) && !NAMED.test(id) && (hidden !== true || id === 'palette');

/** What can be done now, as the system's menu shows it: with its price, because it is pressed there, too. */
export function menuItems(
  commands: readonly Command[],
  keysOf: (command: Command) => string | undefined,
): MenuItem[] {
  const items = new Map<string, MenuItem>();
  // A later command of the same id takes the place of the one before, as with its keys.
  for (const command of commands) {
    if (!belongs(command)) continue;
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
