import type { Command } from '../../../session/commands/command.ts';
import {
  bindingId,
  doShortcutsConflict,
  isFixed,
  keysOf,
  type Bindings,
} from '../../../session/commands/key-bindings.ts';
import { tasks } from '../../company/user-data/strings.ts';
import { links } from '../../company/links/strings.ts';
import { shortcuts as words } from './strings.ts';
import { signals } from '../../signals/index.ts';
import { dayPlan } from '../../today/index.ts';
import { triage } from '../../lists/triage/strings.ts';
import { company } from '../../company/strings.ts';
import { sessionStrings } from '../../../session/strings.ts';
import { search } from '../../search/index.ts';

export type ShortcutContext = keyof typeof words.contexts;

/** Keys that come with a command, whether its screen is open or not. */
export interface ShortcutRow {
  /** What other keys are kept under (`bindingId`). */
  readonly id: string;
  readonly context: ShortcutContext;
  readonly words: string;
  /** Those that it comes with. */
  readonly keys: string;
}

const row = (context: ShortcutContext, id: string, keys: string, said: string): ShortcutRow => ({
  id,
  context,
  keys,
  words: said,
});
const { commandWords } = sessionStrings;

/** Every shortcut of the app, Escape once for all that it closes. A test compares it with the commands themselves. */
export const SHORTCUT_ROWS: readonly ShortcutRow[] = [
  row('everywhere', 'palette', 'Mod+K', commandWords.palette),
  row('everywhere', 'shortcuts', '?', commandWords.shortcuts),
  row('everywhere', 'go.today', 'g t', commandWords.goToday),
  row('everywhere', 'go.search', 'g s', commandWords.goSearch),
  row('everywhere', 'go.library', 'g l', commandWords.goLibrary),
  row('everywhere', 'go.signals', 'g i', commandWords.goSignals),
  row('everywhere', 'go.quota', 'g q', commandWords.goQuota),
  row('everywhere', 'go.settings', 'Mod+,', commandWords.goSettings),
  row('everywhere', 'undo', 'z', commandWords.undo),
  row('everywhere', 'back', 'Escape', words.rows.back),
  row('lists', 'list.down', 'j', words.rows.down),
  row('lists', 'list.up', 'k', words.rows.up),
  row('lists', 'list.open', 'Enter', words.rows.open),
  row('lists', 'list.find', '/', words.rows.find),
  row('company', 'company.save', 's', company.saveTo),
  row('company', 'company.note', 'n', company.note),
  row('company', 'company.task', 't', tasks.command),
  row('company', 'company.profile', 'p', company.fetchProfile),
  row('company', 'company.copy', 'c', links.commands.copy),
  row('company', 'company.full', 'o', company.commands.open),
  row('today', 'plan.approve', 'a', dayPlan.command),
  row('search', 'search.run', 'Mod+Enter', search.commands.run),
  row('search', 'search.saved-run', 'r', words.rows.runSaved),
  row('triage', 'triage.done', 'e', triage.commands.doneOrBack),
  row('triage', 'triage.snooze', 'h', triage.commands.snooze),
  row('triage', 'triage.lists', 'l', triage.commands.lists),
  row('triage', 'triage.select', 'x', triage.commands.toggle),
  row('signals', 'signals.seen', 'm', signals.commands.seen),
  row('signals', 'signals.unseen', 'u', signals.commands.unseen),
  row('triage', 'triage.select-none', 'Escape', triage.commands.none),
];

const isContext = (name: string): name is ShortcutContext => name in words.contexts;

/** The rows, and of the commands in use those that stand in none of them. */
export function shortcutRows(commands: readonly Command[]): readonly ShortcutRow[] {
  const known = new Set(SHORTCUT_ROWS.map(({ id }) => id));
  const others = commands.flatMap((command) => {
    const id = bindingId(command.id);
    if (command.shortcut === undefined || isFixed(command.shortcut) || known.has(id)) return [];
    known.add(id);
    const [area = ''] = id.split('.');
    return [row(isContext(area) ? area : 'everywhere', id, command.shortcut, command.words)];
  });
  return [...SHORTCUT_ROWS, ...others];
}

export interface ShortcutGroup {
  readonly context: ShortcutContext;
  readonly rows: readonly ShortcutRow[];
}
export function byContext(rows: readonly ShortcutRow[]): readonly ShortcutGroup[] {
  // The keys of an object of names, in the order they are written.
  const contexts = Object.keys(words.contexts) as ShortcutContext[];
  return contexts
    .map((context) => ({ context, rows: rows.filter((each) => each.context === context) }))
    .filter((group) => group.rows.length > 0);
}

/** What can be open at the same time hears the same keys: two screens never are. */
const ALONGSIDE: ReadonlySet<ShortcutContext> = new Set(['everywhere', 'lists', 'company', 'triage']);
const canMeet = (one: ShortcutContext, other: ShortcutContext): boolean =>
  one === other || ALONGSIDE.has(one) || ALONGSIDE.has(other);

/** The keys in force of a row. */
export const rowKeys = ({ id, keys }: ShortcutRow, bindings: Bindings): string | undefined =>
  keysOf({ id, shortcut: keys }, bindings);

/** What already has these keys, or keys that could not be told from them, where both could be meant. */
export function conflictingShortcut(
  wanted: string,
  of: ShortcutRow,
  rows: readonly ShortcutRow[],
  bindings: Bindings,
): ShortcutRow | null {
  // Single keys that are off may come back: they count.
  const all = { ...bindings, singleKeys: true };
  const meets = (other: ShortcutRow): boolean => {
    if (other.id === of.id || !canMeet(of.context, other.context)) return false;
    const keys = rowKeys(other, all);
    return keys !== undefined && doShortcutsConflict(wanted, keys);
  };
  return rows.find(meets) ?? null;
}

/**
 * Keys that a change took are to be put back. @param back by binding: what they were @returns who has them by now: they are left
 * without, as if those keys had been pressed
 */
export function replacedShortcuts(
  back: Readonly<Record<string, string | null | undefined>>,
  rows: readonly ShortcutRow[],
  { changes }: Bindings,
): readonly { readonly keys: string; readonly to: ShortcutRow; readonly from: ShortcutRow }[] {
  const after = new Map([...changes].filter(([id]) => !(id in back)));
  for (const [id, keys] of Object.entries(back)) if (keys !== undefined) after.set(id, keys);
  const bindings = { singleKeys: true, changes: after };
  return rows
    .filter(({ id }) => id in back)
    .flatMap((to) => {
      const keys = rowKeys(to, bindings);
      const others = rows.filter(({ id }) => !(id in back));
      const from = keys === undefined ? null : conflictingShortcut(keys, to, others, bindings);
      if (keys === undefined || from === null) return [];
      after.set(from.id, null);
      return [{ keys, to, from }];
    });
}

export const isFixedRow = ({ keys }: ShortcutRow): boolean => isFixed(keys);
