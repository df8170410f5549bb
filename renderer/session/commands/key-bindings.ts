import type { Shortcuts } from '../../../shared/model/settings/shortcut.ts';
import { keyCaps } from '../../lib/keyboard.ts';

/*
 * Resolves all shortcuts: the user's keys replace a command's default keys, and single keys can be switched off.
 */

/** A command's default keys. */
interface DefaultKeys {
  readonly id: string;
  readonly shortcut?: string;
}

export interface Bindings {
  readonly singleKeys: boolean;
  /** By binding id; null: no keys. */
  readonly changes: ReadonlyMap<string, string | null>;
}

export const DEFAULT_BINDINGS: Bindings = { singleKeys: true, changes: new Map() };

export const bindingsOf = ({ singleKeys, changes }: Shortcuts): Bindings => ({
  singleKeys,
  changes: new Map(changes.map(({ id, keys }) => [id, keys])),
});

/** Commands of several screens with the same meaning share one binding, so a changed key applies to all of them. */
const SHARED_BINDINGS: Readonly<Record<string, string>> = {
  'search.text': 'list.find',
  'library.search': 'list.find',
  'signals.search': 'list.find',
  'today.search': 'list.find',
  // New rows of a saved search are handled with the key that handles a company.
  'search.saved-seen': 'triage.done',
  'today.task-done': 'triage.done',
  'triage.back': 'triage.done',
  'triage.lists-all': 'triage.lists',
  'company.lists': 'triage.lists',
  'triage.save': 'company.save',
  'triage.save-all': 'company.save',
  'triage.note': 'company.note',
  'triage.task': 'company.task',
  'triage.profile': 'company.profile',
};
/** @returns the id under which the keys of a command are saved */
export const bindingId = (commandId: string): string =>
  SHARED_BINDINGS[commandId] ?? commandId.replace(/^[a-z-]+\.(down|up|open)$/, 'list.$1');

/** Keys that every dialog and list relies on; they cannot be changed. */
const FIXED_KEYS: ReadonlySet<string> = new Set(['Escape', 'Enter']);
export const isFixed = (keys: string | undefined): boolean => keys !== undefined && FIXED_KEYS.has(keys);

/** A letter, digit or sign without Ctrl, alone or in a sequence. Speech input types these by accident. */
export const isSingleKey = (keys: string): boolean =>
  !keys.startsWith('Mod+') && keys.split(' ').some((part) => [...part].length === 1);

/** The keys that run a command now. */
export function keysOf(command: DefaultKeys, { singleKeys, changes }: Bindings): string | undefined {
  const { shortcut } = command;
  if (isFixed(shortcut)) return shortcut;
  const id = bindingId(command.id);
  const keys = changes.has(id) ? (changes.get(id) ?? undefined) : shortcut;
  return keys !== undefined && !singleKeys && isSingleKey(keys) ? undefined : keys;
}

/** `Ctrl K`, `G S` */
export const keysText = (keys: string): string => keyCaps(keys).join(' ');

/** Whether keys are equal or one starts with the other, so only one of the two commands could run. */
export function doShortcutsConflict(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** Combinations that the system, the window or text editing uses in every program. */
const SYSTEM_KEYS: ReadonlySet<string> = new Set(
  [...'ACVXZQWRTN0+-='].map((key) => `Mod+${key}`).concat('Mod+Shift+Z', 'Mod+Shift+T'),
);
const EDITING_KEYS =
  /^(?:Mod\+(?:Shift\+)?)?(?:Tab|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|Space| )$/;
/** @returns whether keys move the focus, edit text or belong to the system, so no command may use them */
export const isReserved = (keys: string): boolean =>
  SYSTEM_KEYS.has(keys) || EDITING_KEYS.test(keys) || isFixed(keys);
