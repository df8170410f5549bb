import Bookmark from '@lucide/svelte/icons/bookmark';
import Check from '@lucide/svelte/icons/check';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import Clock from '@lucide/svelte/icons/alarm-clock';
import CornerUpLeft from '@lucide/svelte/icons/corner-up-left';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Mail from '@lucide/svelte/icons/mail';
import Pencil from '@lucide/svelte/icons/pencil';
import SquareCheck from '@lucide/svelte/icons/square-check';
import X from '@lucide/svelte/icons/x';
import { safeName } from '../../../lib/safe-text.ts';
import { availableCommand, type Command } from '../../../session/commands/command.ts';
import { keysText, startingId } from '../../../session/commands/key-bindings.ts';
import { snoozeTime, snoozeTimes, SNOOZES } from './snooze-times.ts';
import { openStatusDialog, statusCommands } from './status-request.svelte.ts';
import { triage as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Selection } from '../selection.svelte.ts';
import type { Triage } from './triage.svelte.ts';
import { openAndRun } from './run-in-company.svelte.ts';

/** The parts of the screen's list that the triage commands use. */
interface TriageMoves {
  readonly move: (by: number) => void;
  readonly open: () => void;
  /** Returns the active row; -1 if there is none. */
  readonly active: () => number;
  /** The selection; null if the list's rows cannot be selected. */
  readonly selection: Selection | null;
  /** Opens the menu for adding the selected companies to a list. */
  readonly chooseLists: () => void;
  /** Returns whether the screen shows the list. False if it shows the board instead. */
  readonly isShown?: () => boolean;
  /** Returns whether the list has rows, but no row is active. */
  readonly isIdle: () => boolean;
  /**
   * Returns the reason why the key of a company command must not make the first row active; null if it may.
   */
  readonly whyNotStart?: () => string | null;
}

/**
 * Returns the commands for a list with triage. The screen registers them while it shows the list. `j` and `k`
 * move, `Enter` opens, `e` marks as done, `h` snoozes, `v` sets the status, `x` selects. `s`, `l`, `n`, `t` and `w`
 * open the company and run one of its commands. No command sends a request. The keys send none on the page of
 * an open company either, so pressing one of them twice costs nothing. While companies are selected, these keys
 * apply to them, even if another company is open; `n` and `w` apply only if a single company is selected. While no
 * row is active, the first `x` or `Enter` applies to the first row, and any other key only makes that row active.
 */
export function triageCommands(app: App, triage: Triage, moves: TriageMoves): readonly Command[] {
  return [
    {
      id: 'triage.down',
      label: strings.commands.down,
      shortcut: 'j',
      hidden: true,
      run: () => moves.move(1),
    },
    { id: 'triage.up', label: strings.commands.up, shortcut: 'k', hidden: true, run: () => moves.move(-1) },
    {
      id: 'triage.open',
      label: strings.commands.open,
      shortcut: 'Enter',
      hidden: true,
      run: () => {
        if (moves.isIdle()) moves.move(1);
        moves.open();
      },
    },
    ...markCommands(app, triage, moves),
    ...companyCommands(app, triage, moves),
    ...startCommands(app, triage, moves),
    ...(moves.selection === null
      ? []
      : [
          ...selectCommands(app, moves, moves.selection),
          ...selectedCompaniesCommands(app, moves, moves.selection),
        ]),
  ];
}

/** Returns the commands that mark companies as done, snooze them, remove these marks, or set a status. */
export function markCommands(
  app: App,
  triage: Triage,
  { isShown = () => true }: Pick<TriageMoves, 'isShown'> = {},
): readonly Command[] {
  const { group } = strings.commands;
  const hasTargets = (): boolean => isShown() && triage.targets.length > 0;
  const isToDo = (): boolean => hasTargets() && !triage.areAllHandled;
  return [
    {
      id: 'triage.done',
      group,
      label: strings.commands.done,
      icon: Check,
      shortcut: 'e',
      available: isToDo,
      run: () => triage.done(),
    },
    {
      id: 'triage.back',
      group,
      label: strings.commands.putBack,
      icon: CornerUpLeft,
      shortcut: 'e',
      available: () => hasTargets() && triage.areAllHandled,
      run: () => triage.putBack(),
    },
    {
      id: 'triage.snooze',
      group,
      label: strings.commands.snooze,
      icon: Clock,
      shortcut: 'h',
      available: hasTargets,
      run: () => triage.openSnoozeDialog(),
    },
    {
      id: 'triage.status',
      group,
      label: strings.commands.status,
      icon: CircleDot,
      shortcut: 'v',
      keywords: ['pipeline'],
      available: hasTargets,
      run: () => openStatusDialog(app, triage),
      choices: () => statusCommands(app, triage),
    },
    ...SNOOZES.map((id) => ({
      id: `triage.snooze.${id}`,
      group,
      icon: Clock,
      label: strings.snoozeFor[id],
      // On a Sunday, tomorrow is also Monday; only one command is offered for each time.
      available: () => hasTargets() && snoozeTimes(app.clock.nowMs).some((time) => time.id === id),
      // The time is calculated when the command runs, because the palette may have been open for a long time.
      run: () => triage.snooze(snoozeTime(id, app.clock.nowMs)),
    })),
  ];
}

/**
 * If no row is active, the keys of these commands only activate the first row. `startCommands` returns the
 * commands that activate it.
 */
const STARTING_IDS: readonly string[] = [
  'triage.done',
  'triage.snooze',
  'triage.status',
  'triage.save',
  'triage.lists',
  'triage.note',
  'triage.task',
  'triage.write',
];

/**
 * Returns the commands that replace the usual ones while no row is active. These commands only make the first
 * row active and announce this: a change to a row that the user has not chosen would come as a surprise.
 */
function startCommands(app: App, triage: Triage, moves: TriageMoves): readonly Command[] {
  const { isShown = () => true, isIdle, selection, whyNotStart = () => null } = moves;
  const canStart = (): boolean =>
    isShown() && app.navigation.companyId === null && (selection?.size ?? 0) === 0 && isIdle();
  const start = (command: Command): void => {
    const reason = whyNotStart();
    if (reason === null) moves.move(1);
    const name = triage.targets[0]?.name ?? null;
    const keys = keysText(app.commands.keysOf(command) ?? '');
    app.toasts.show(reason ?? strings.started(name === null ? null : safeName(name), keys, command.label));
  };
  return [...markCommands(app, triage, moves), ...companyCommands(app, triage, moves)]
    .filter(({ id }) => STARTING_IDS.includes(id))
    .map((command) => ({
      ...command,
      id: startingId(command.id),
      hidden: true,
      available: canStart,
      run: () => start(command),
    }));
}

/**
 * Returns commands that first open a company and then run one of its page's commands. They are available
 * while no company is selected, and none is open or the open one is still loading.
 */
function companyCommands(app: App, triage: Triage, moves: TriageMoves): readonly Command[] {
  const { group } = strings.commands;
  const { isShown = () => true } = moves;
  const isBulk = (): boolean => (moves.selection?.size ?? 0) > 0;
  /** Returns the open company, whose own commands do not exist yet; otherwise the company to open. */
  const findCompany = (): string | null => {
    const { companyId, full } = app.navigation;
    if (companyId === null) return triage.companyToOpen;
    const isLoading = !full && availableCommand(app.commands.all, 'company.save') === undefined;
    return isLoading ? companyId : null;
  };
  const isSingle = (): boolean => isShown() && !isBulk() && findCompany() !== null;
  const runInCompany = (id: string): void => {
    const companyId = findCompany();
    if (companyId !== null) openAndRun(app, companyId, id);
  };
  return [
    {
      id: 'triage.save',
      group,
      label: strings.commands.save,
      icon: Bookmark,
      shortcut: 's',
      available: isSingle,
      run: () => runInCompany('company.save'),
    },
    {
      id: 'triage.lists',
      group,
      label: strings.commands.lists,
      icon: Bookmark,
      shortcut: 'l',
      // The palette needs the command only once.
      hidden: true,
      available: isSingle,
      run: () => runInCompany('company.save'),
    },
    {
      id: 'triage.note',
      group,
      label: strings.commands.note,
      icon: Pencil,
      shortcut: 'n',
      available: isSingle,
      run: () => runInCompany('company.note'),
    },
    {
      id: 'triage.task',
      group,
      label: strings.commands.task,
      icon: SquareCheck,
      shortcut: 't',
      available: isSingle,
      run: () => runInCompany('company.task'),
    },
    {
      id: 'triage.write',
      group,
      label: strings.commands.write,
      icon: Mail,
      shortcut: 'w',
      available: isSingle,
      run: () => runInCompany('company.write'),
    },
  ];
}

function selectCommands(
  app: App,
  { active, isIdle, move, isShown = () => true }: TriageMoves,
  selection: Selection,
): readonly Command[] {
  const { group } = strings.commands;
  return [
    {
      id: 'triage.select',
      group,
      label: strings.commands.toggle,
      icon: ListChecks,
      shortcut: 'x',
      available: () => isShown() && (active() >= 0 || isIdle()),
      run: () => {
        if (isIdle()) move(1);
        selection.toggle(active());
      },
    },
    {
      id: 'triage.select-all',
      group,
      label: strings.commands.all,
      icon: ListChecks,
      available: isShown,
      run: async () => {
        await app.attempt(() => selection.selectAll());
      },
    },
    {
      id: 'triage.select-none',
      group,
      label: strings.commands.none,
      icon: X,
      shortcut: 'Escape',
      available: () => selection.size > 0,
      run: () => selection.clear(),
    },
  ];
}

/**
 * Returns the commands that take the keys of company commands while companies are selected. `s` and `l` add
 * the selected companies to a list. `n` and `w` need a single company: the open one or, if none is open, the
 * only selected one.
 * `p` and `f c` pay for the open company, so they apply only if no other company is selected. `BulkBar.svelte`
 * registers the command for `t`.
 */
function selectedCompaniesCommands(
  app: App,
  { chooseLists, isShown = () => true }: TriageMoves,
  selection: Selection,
): readonly Command[] {
  const { commands, onlyOne } = strings;
  const command = {
    group: commands.group,
    takesKeys: true,
    available: () => isShown() && selection.size > 0,
  };
  /**
   * Returns a command for the only selected company, and one that explains why the key does nothing for
   * several. If a company is open, its own command runs instead.
   */
  const forOne = (
    { id, ...one }: Pick<Command, 'id' | 'label' | 'icon' | 'shortcut'>,
    refusal: string,
    work: (companyId: string) => void,
  ): readonly Command[] => [
    {
      ...command,
      ...one,
      id: `${id}-selected`,
      available: () => command.available() && selection.size === 1 && app.navigation.companyId === null,
      run: () => selection.ids.slice(0, 1).forEach(work),
    },
    {
      ...command,
      ...one,
      id: `${id}-refused`,
      hidden: true,
      available: () => command.available() && selection.size > 1 && app.navigation.companyId === null,
      run: () => void app.toasts.show(refusal),
    },
  ];
  /**
   * Returns a command that explains why the key of a command that pays for the open company does nothing.
   * Unavailable if that command would not run without the selection either.
   */
  const refusePaying = (refusal: Pick<Command, 'id' | 'label' | 'shortcut'>, paidId: string): Command => ({
    ...command,
    ...refusal,
    hidden: true,
    available: () => {
      const { companyId } = app.navigation;
      if (!command.available() || companyId === null) return false;
      if (selection.size === 1 && selection.has(companyId)) return false;
      return availableCommand(app.commands.all, paidId)?.shortcut !== undefined;
    },
    run: () => void app.toasts.show(refusal.label),
  });
  return [
    {
      ...command,
      ...{ id: 'triage.save-all', label: commands.save, icon: Bookmark, shortcut: 's' },
      run: chooseLists,
    },
    {
      ...command,
      ...{ id: 'triage.lists-all', label: commands.lists, icon: Bookmark, shortcut: 'l', hidden: true },
      run: chooseLists,
    },
    ...forOne(
      { id: 'triage.note', label: commands.note, icon: Pencil, shortcut: 'n' },
      onlyOne.note,
      (companyId) => openAndRun(app, companyId, 'company.note'),
    ),
    ...forOne(
      { id: 'triage.write', label: commands.write, icon: Mail, shortcut: 'w' },
      onlyOne.write,
      (companyId) => openAndRun(app, companyId, 'company.write'),
    ),
    refusePaying({ id: 'triage.profile-refused', label: onlyOne.profile, shortcut: 'p' }, 'company.profile'),
    refusePaying({ id: 'triage.people-refused', label: onlyOne.people, shortcut: 'f c' }, 'company.people'),
  ];
}

/**
 * Returns whether companies are selected in the list on screen. The keys then apply to these companies, and
 * only the selection bar shows them.
 */
export const isSelecting = (app: App): boolean =>
  availableCommand(app.commands.all, 'triage.select-none') !== undefined;
