import type { Shortcuts } from '../../../shared/model/settings/shortcut.ts';
import { keyCaps } from '../../lib/keyboard.ts';

/*
 * Determines the keys of every command: the user's keys replace the default keys, and single-key shortcuts
 * can be switched off.
 */

/** The properties of a command that determine its default keys. */
interface DefaultKeys {
  readonly id: string;
  readonly shortcut?: string;
}

export interface Bindings {
  readonly singleKeys: boolean;
  /** The keys that the user chose, by binding id; null if the user removed the keys. */
  readonly changes: ReadonlyMap<string, string | null>;
}

export const DEFAULT_BINDINGS: Bindings = { singleKeys: true, changes: new Map() };

export const bindingsOf = ({ singleKeys, changes }: Shortcuts): Bindings => ({
  singleKeys,
  changes: new Map(changes.map(({ id, keys }) => [id, keys])),
});

/**
 * Commands with the same meaning on several screens share one binding. If the user changes the keys of one of
 * them, the keys of all of them change.
 */
const SHARED_BINDINGS: Readonly<Record<string, string>> = {
  'search.text': 'list.find',
  'library.search': 'list.find',
  'signals.search': 'list.find',
  'today.search': 'list.find',
  'quota.find': 'list.find',
  // The key that marks a company as done also marks the new rows of a saved search as seen.
  'search.saved-seen': 'triage.done',
  'today.task-done': 'triage.done',
  'triage.back': 'triage.done',
  'triage.lists-all': 'triage.lists',
  'company.lists': 'triage.lists',
  'triage.save': 'company.save',
  'triage.save-all': 'company.save',
  'triage.note': 'company.note',
  'triage.note-selected': 'company.note',
  'triage.note-refused': 'company.note',
  'triage.task': 'company.task',
  'triage.task-all': 'company.task',
  'triage.profile-refused': 'company.profile',
  'triage.people-refused': 'company.people',
  'triage.write': 'company.write',
  'triage.write-selected': 'company.write',
  'triage.write-refused': 'company.write',
  'today.follow-up-write': 'company.write',
  'company.next': 'list.down',
  'company.previous': 'list.up',
};
const STARTING_SUFFIX = '.start';
/**
 * Returns the id of the command that replaces `commandId`, with the same keys, while no row of a list is
 * active.
 */
export const startingId = (commandId: string): string => `${commandId}${STARTING_SUFFIX}`;
/** Returns the id under which a command's keys are saved. */
export function bindingId(id: string): string {
  const commandId = id.endsWith(STARTING_SUFFIX) ? id.slice(0, -STARTING_SUFFIX.length) : id;
  return SHARED_BINDINGS[commandId] ?? commandId.replace(/^[a-z-]+\.(down|up|open)$/, 'list.$1');
}

/** Every dialog, list and text field relies on these keys, so the user cannot change them. */
const FIXED_KEYS: ReadonlySet<string> = new Set(['Escape', 'Enter', 'Mod+Shift+Z']);
export const isFixed = (keys: string | undefined): boolean => keys !== undefined && FIXED_KEYS.has(keys);

/**
 * Returns whether a shortcut contains a letter, digit or symbol that is pressed without Ctrl. This may be the
 * whole shortcut or one key of a sequence. Speech input can trigger such shortcuts by accident.
 */
export const isSingleKey = (keys: string): boolean =>
  !keys.startsWith('Mod+') && keys.split(' ').some((part) => [...part].length === 1);

/** Returns the keys that currently run a command. */
export function keysOf(command: DefaultKeys, { singleKeys, changes }: Bindings): string | undefined {
  const { shortcut } = command;
  if (isFixed(shortcut)) return shortcut;
  const id = bindingId(command.id);
  const keys = changes.has(id) ? (changes.get(id) ?? undefined) : shortcut;
  return keys !== undefined && !singleKeys && isSingleKey(keys) ? undefined : keys;
}

/** Returns the keys as shown to the user, such as `Ctrl K` or `G S`. */
export const keysText = (keys: string): string => keyCaps(keys).join(' ');

/** Returns whether two shortcuts conflict: they are equal, or one is the beginning of the other. */
export function doShortcutsConflict(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** Combinations that are reserved for the operating system, the window or text editing. */
const SYSTEM_KEYS: ReadonlySet<string> = new Set(
  [...'ACVXZQWRTN0+-='].map((key) => `Mod+${key}`).concat('Mod+Shift+Z', 'Mod+Shift+T'),
);
const EDITING_KEYS =
  /^(?:Mod\+(?:Shift\+)?)?(?:Tab|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|Space| )$/;
/**
 * Returns whether the keys move the focus, edit text or belong to the system. No command may use such keys.
 */
export const isReserved = (keys: string): boolean =>
  SYSTEM_KEYS.has(keys) || EDITING_KEYS.test(keys) || isFixed(keys);
