import type { Command } from '../../../session/commands/command.ts';
import {
  bindingId,
  doShortcutsConflict,
  isFixed,
  keysOf,
  type Bindings,
} from '../../../session/commands/key-bindings.ts';
import { noteStrings, tasks } from '../../company/user-data/strings.ts';
import { links } from '../../company/links/strings.ts';
import { writeTo } from '../../company/contacts/strings.ts';
import { shortcuts as strings } from './strings.ts';
import { signals } from '../../signals/index.ts';
import { dayPlan, monthEnd } from '../../today/index.ts';
import { triage } from '../../lists/triage/strings.ts';
import { company } from '../../company/strings.ts';
import { sessionStrings } from '../../../session/strings.ts';
import { search } from '../../search/index.ts';

type ShortcutContext = keyof typeof strings.contexts;

/** A command with its default keys, listed even while its screen is not open. */
export interface ShortcutRow {
  /** The id under which the command's keys are saved (`bindingId`). */
  readonly id: string;
  readonly context: ShortcutContext;
  readonly label: string;
  readonly keys: string;
}

const row = (context: ShortcutContext, id: string, keys: string, label: string): ShortcutRow => ({
  id,
  context,
  keys,
  label,
});
const { commandLabels } = sessionStrings;

/** All shortcuts of the app. A test compares this list with the commands. */
export const SHORTCUT_ROWS: readonly ShortcutRow[] = [
  row('everywhere', 'palette', 'Mod+K', commandLabels.palette),
  row('everywhere', 'shortcuts', '?', commandLabels.shortcuts),
  row('everywhere', 'go.today', 'g t', commandLabels.goToday),
  row('everywhere', 'go.search', 'g s', commandLabels.goSearch),
  row('everywhere', 'go.library', 'g l', commandLabels.goLibrary),
  row('everywhere', 'go.signals', 'g i', commandLabels.goSignals),
  row('everywhere', 'go.insights', 'g n', commandLabels.goInsights),
  row('everywhere', 'go.quota', 'g q', commandLabels.goQuota),
  row('everywhere', 'go.month-end', 'g m', monthEnd.open),
  row('everywhere', 'go.settings', 'Mod+,', commandLabels.goSettings),
  row('everywhere', 'tasks.all', 'g k', commandLabels.allTasks),
  row('everywhere', 'undo', 'z', commandLabels.undo),
  row('everywhere', 'redo', 'Mod+Shift+Z', commandLabels.redo),
  row('everywhere', 'back', 'Escape', strings.rows.back),
  row('lists', 'list.down', 'j', strings.rows.down),
  row('lists', 'list.up', 'k', strings.rows.up),
  row('lists', 'list.open', 'Enter', strings.rows.open),
  row('company', 'company.window', 'Shift+Enter', strings.rows.newWindow),
  row('lists', 'list.find', '/', strings.rows.find),
  row('company', 'company.save', 's', company.saveTo),
  row('company', 'company.note', 'n', noteStrings.writeCommand),
  row('company', 'company.task', 't', tasks.command),
  row('company', 'company.write', 'w', writeTo.command),
  row('company', 'company.people', 'f c', company.commands.people),
  row('company', 'company.profile', 'p', company.fetchProfile),
  row('company', 'company.copy', 'c', links.commands.copy),
  row('company', 'company.full', 'o', company.commands.open),
  row('today', 'plan.approve', 'a', dayPlan.command),
  row('search', 'search.run', 'Mod+Enter', search.commands.run),
  row('search', 'search.saved-run', 'r', strings.rows.runSaved),
  row('triage', 'triage.done', 'e', triage.commands.doneOrBack),
  row('triage', 'triage.snooze', 'h', triage.commands.snooze),
  row('triage', 'triage.status', 'v', triage.commands.status),
  row('triage', 'triage.lists', 'l', triage.commands.lists),
  row('triage', 'triage.select', 'x', strings.rows.toggle),
  row('signals', 'signals.seen', 'm', signals.commands.seen),
  row('signals', 'signals.unseen', 'u', signals.commands.unseen),
  row('triage', 'triage.select-none', 'Escape', strings.rows.none),
];

const isContext = (name: string): name is ShortcutContext => name in strings.contexts;

/**
 * Returns `SHORTCUT_ROWS`, followed by a row for each other registered command whose shortcut the user can
 * change.
 */
export function shortcutRows(commands: readonly Command[]): readonly ShortcutRow[] {
  const known = new Set(SHORTCUT_ROWS.map(({ id }) => id));
  const others = commands.flatMap((command) => {
    const id = bindingId(command.id);
    if (command.shortcut === undefined || isFixed(command.shortcut) || known.has(id)) return [];
    known.add(id);
    const [area = ''] = id.split('.');
    return [row(isContext(area) ? area : 'everywhere', id, command.shortcut, command.label)];
  });
  return [...SHORTCUT_ROWS, ...others];
}

interface ShortcutGroup {
  readonly context: ShortcutContext;
  readonly rows: readonly ShortcutRow[];
}
/**
 * Groups the rows by context.
 *
 * @param first the name of the open screen, or `company`; if it is a context, its group comes first
 */
export function byContext(
  rows: readonly ShortcutRow[],
  first: string | null = null,
): readonly ShortcutGroup[] {
  // `Object.keys` preserves the order of `strings.contexts`, which is the display order.
  const contexts = Object.keys(strings.contexts) as ShortcutContext[];
  return contexts
    .toSorted((a, b) => Number(b === first) - Number(a === first))
    .map((context) => ({ context, rows: rows.filter((each) => each.context === context) }))
    .filter((group) => group.rows.length > 0);
}

/**
 * Contexts that can be active at the same time as any other context. Each of the remaining contexts is a
 * screen, and only one screen is active at a time.
 */
const SHARED_CONTEXTS: ReadonlySet<ShortcutContext> = new Set(['everywhere', 'lists', 'company', 'triage']);
const canOverlap = (one: ShortcutContext, other: ShortcutContext): boolean =>
  one === other || SHARED_CONTEXTS.has(one) || SHARED_CONTEXTS.has(other);

export const rowKeys = ({ id, keys }: ShortcutRow, bindings: Bindings): string | undefined =>
  keysOf({ id, shortcut: keys }, bindings);

/**
 * Returns the command whose keys conflict with `wanted`; null if there is none. Commands conflict only if
 * their contexts can be active at the same time.
 */
export function conflictingShortcut(
  wanted: string,
  of: ShortcutRow,
  rows: readonly ShortcutRow[],
  bindings: Bindings,
): ShortcutRow | null {
  // Single-key shortcuts can conflict even while they are switched off, because the user may switch them on.
  const all = { ...bindings, singleKeys: true };
  const overlaps = (other: ShortcutRow): boolean => {
    if (other.id === of.id || !canOverlap(of.context, other.context)) return false;
    const keys = rowKeys(other, all);
    return keys !== undefined && doShortcutsConflict(wanted, keys);
  };
  return rows.find(overlaps) ?? null;
}

/**
 * Returns the commands that lose their keys when a key change is undone. They were given these keys after the
 * change, and the undo gives the keys back to the commands that had them before it.
 * @param restored the keys to restore, by binding id
 */
export function replacedShortcuts(
  restored: Readonly<Record<string, string | null | undefined>>,
  rows: readonly ShortcutRow[],
  { changes }: Bindings,
): readonly { readonly keys: string; readonly to: ShortcutRow; readonly from: ShortcutRow }[] {
  const after = new Map([...changes].filter(([id]) => !(id in restored)));
  for (const [id, keys] of Object.entries(restored)) if (keys !== undefined) after.set(id, keys);
  const bindings = { singleKeys: true, changes: after };
  return rows
    .filter(({ id }) => id in restored)
    .flatMap((to) => {
      const keys = rowKeys(to, bindings);
      const others = rows.filter(({ id }) => !(id in restored));
      const from = keys === undefined ? null : conflictingShortcut(keys, to, others, bindings);
      if (keys === undefined || from === null) return [];
      after.set(from.id, null);
      return [{ keys, to, from }];
    });
}

export const isFixedRow = ({ keys }: ShortcutRow): boolean => isFixed(keys);
