import type { Shortcuts } from '../../../shared/model/settings/shortcut.ts';
import { keyCaps } from '../../lib/keyboard.ts';

/*
 * The one resolver of what a key means: a command comes with its keys, the seller's own take their place, and single keys
 * can be off altogether.
 */

/** The keys that a command comes with, as its registry writes them. */
interface Bound {
  readonly id: string;
  readonly shortcut?: string;
}

export interface Bindings {
  readonly singleKeys: boolean;
  /** By binding; null: no keys. */
  readonly changes: ReadonlyMap<string, string | null>;
}

export const OWN_KEYS: Bindings = { singleKeys: true, changes: new Map() };

export const bindingsOf = ({ singleKeys, changes }: Shortcuts): Bindings => ({
  singleKeys,
  changes: new Map(changes.map(({ id, keys }) => [id, keys])),
});

/** Commands of several screens that mean the same share one binding: who moves with `f` moves with it everywhere. */
const SHARED: Readonly<Record<string, string>> = {
  'search.text': 'list.find',
  'library.search': 'list.find',
  'signals.search': 'list.find',
  'today.search': 'list.find',
  // What is new in a saved search is done with as a company of it is.
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
/** @returns what a command's keys are kept under */
export const bindingId = (commandId: string): string =>
  SHARED[commandId] ?? commandId.replace(/^[a-z-]+\.(down|up|open)$/, 'list.$1');

/** Keys that every dialog and list relies on: they are what they are. */
const FIXED: ReadonlySet<string> = new Set(['Escape', 'Enter']);
export const isFixed = (keys: string | undefined): boolean => keys !== undefined && FIXED.has(keys);

/** A letter, digit or sign without Ctrl, alone or after another: what speech input types by accident. */
export const isSingleKey = (keys: string): boolean =>
  !keys.startsWith('Mod+') && keys.split(' ').some((part) => [...part].length === 1);

/** The keys that run a command now; undefined: none. */
export function keysOf(command: Bound, { singleKeys, changes }: Bindings): string | undefined {
  const { shortcut } = command;
  if (isFixed(shortcut)) return shortcut;
  const id = bindingId(command.id);
  const keys = changes.has(id) ? (changes.get(id) ?? undefined) : shortcut;
  return keys !== undefined && !singleKeys && isSingleKey(keys) ? undefined : keys;
}

/** `Ctrl K`, `G S`: keys in words. */
export const keysText = (keys: string): string => keyCaps(keys).join(' ');

/** The same keys, or one the beginning of the other: only one of the two could ever be reached. */
export function doShortcutsConflict(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** Combinations of the system, the window and the text that is written, in every program. */
const TAKEN: ReadonlySet<string> = new Set(
  [...'ACVXZQWRTN0+-='].map((key) => `Mod+${key}`).concat('Mod+Shift+Z', 'Mod+Shift+T'),
);
const MOVES = /^(?:Mod\+(?:Shift\+)?)?(?:Tab|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|Space| )$/;
/** @returns whether keys belong to moving, writing or the system, so that no command may have them */
export const isReserved = (keys: string): boolean => TAKEN.has(keys) || MOVES.test(keys) || isFixed(keys);
