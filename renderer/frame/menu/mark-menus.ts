import BadgeCheck from '@lucide/svelte/icons/badge-check';
import Bookmark from '@lucide/svelte/icons/bookmark';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import Plus from '@lucide/svelte/icons/plus';
import type { OursMark } from '../../../shared/model/company.ts';
import { OURS_KINDS } from '../../../shared/model/ours/ours-kinds.ts';
import type { Status } from '../../../shared/model/user-data.ts';
import { createBulkActions } from '../../features/lists/bulk-actions.ts';
import type { List } from '../../features/lists/lists.svelte.ts';
import { newStatusItem } from '../../features/lists/new-status-item.ts';
import { lists as strings } from '../../features/lists/strings.ts';
import { markOurs, unmarkOurs } from '../../features/lists/ours/mark-ours.ts';
import { ours } from '../../features/lists/ours/strings.ts';
import { safeLine } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';
import { availableCommand } from '../../session/commands/command.ts';
import type { MenuAction, Submenu } from '../../ui/overlays/menu-item.ts';
import type { RowTargets } from './row-menu-request.ts';

/** The commands that offer the same choice of lists as the submenu. */
const SAVE_COMMANDS: readonly string[] = ['triage.save', 'triage.save-all', 'company.save'];

/** A company's status and lists, and whether it is marked as "Already yours". */
export interface RowMarks {
  readonly ours: OursMark | null;
  readonly statusId: string | null;
  readonly listIds: readonly string[];
}

interface MarkMenuParts {
  readonly app: App;
  readonly targets: RowTargets;
  /**
   * Null if the menu applies to several companies, or if the marks are not loaded yet. In both cases, no item
   * is ticked.
   */
  readonly marks: RowMarks | null;
  readonly lists: readonly List[];
  readonly statuses: readonly Status[];
  /** Opens the dialog that creates a list with these companies. */
  readonly createWith: (companyIds: readonly string[]) => void;
  /** Opens the dialog that creates a status and sets it for the targets. */
  readonly createStatus: (targets: RowTargets) => void;
}

/**
 * Reads the status and the lists of the company; null if the menu applies to several companies. Sends no
 * request to the service.
 */
export async function rowMarks(app: App, { companyIds }: RowTargets): Promise<RowMarks | null> {
  const [companyId, ...others] = companyIds;
  if (companyId === undefined || others.length > 0) return null;
  const [{ status }, { ids }, { row }] = await Promise.all([
    app.api.marks.get({ companyId }),
    app.api.watchlists.of({ companyId }),
    app.api.companies.get({ id: companyId }),
  ]);
  return { statusId: status?.id ?? null, listIds: ids, ours: row.ours ?? null };
}

/**
 * Returns the submenus that add the targets to lists, set their status, and mark a company as "Already
 * yours". The third submenu needs the company's name, so it is shown only for a single company.
 */
export function markMenus(parts: MarkMenuParts): readonly Submenu[] {
  const { commands } = parts.app;
  const keys = SAVE_COMMANDS.map((id) => availableCommand(commands.all, id)).find(Boolean)?.shortcut;
  return [
    { label: strings.select.list, icon: Bookmark, keys, items: listItems(parts) },
    { label: strings.select.status, icon: CircleDot, items: statusItems(parts) },
    ...(parts.targets.companyIds.length === 1 && parts.targets.name !== null
      ? [{ label: ours.title, icon: BadgeCheck, items: oursItems(parts, parts.targets.name) }]
      : []),
  ];
}

/**
 * Returns the items that add companies to a list. If an item has a tick, it removes them from its list
 * instead.
 */
function listItems({ app, targets, marks, lists, createWith }: MarkMenuParts): readonly MenuAction[] {
  const { companyIds, name } = targets;
  const bulk = createBulkActions(app, () => companyIds, name);
  return [
    ...lists.map((list) => {
      const checked = marks?.listIds.includes(list.id) ?? false;
      return {
        id: list.id,
        label: safeLine(list.name, 80),
        checked,
        checkedLabel: strings.select.onList,
        run: () => void (checked ? bulk.takeOffList(list) : bulk.addToList(list)),
      };
    }),
    {
      label: strings.newListMenu,
      icon: Plus,
      separated: true,
      run: () => createWith(companyIds),
    },
  ];
}

function oursItems({ app, targets, marks }: MarkMenuParts, name: string): readonly MenuAction[] {
  const [companyId = ''] = targets.companyIds;
  const mark = marks?.ours ?? null;
  return [
    ...OURS_KINDS.map((kind) => {
      const checked = mark !== null && mark.isCertain && mark.kind === kind;
      return {
        label: ours.kind[kind],
        checked,
        checkedLabel: ours.current,
        run: () =>
          void (checked
            ? unmarkOurs(app, companyId, ours.kind[kind])
            : markOurs(app, { companyId, name }, kind)),
      };
    }),
    { label: ours.open, separated: true, run: () => app.navigation.go('ours') },
  ];
}

function statusItems({ app, targets, marks, statuses, createStatus }: MarkMenuParts): readonly MenuAction[] {
  const bulk = createBulkActions(app, () => targets.companyIds, targets.name);
  const item = (label: string, status: Status | null): MenuAction => {
    const checked = marks !== null && marks.statusId === (status?.id ?? null);
    return {
      id: status?.id,
      label,
      checked,
      checkedLabel: strings.select.current,
      run: () => {
        if (!checked) void bulk.setStatus(status);
      },
    };
  };
  return [
    ...statuses.map((status) => item(safeLine(status.name, 80), status)),
    { ...item(strings.select.noStatus, null), separated: true },
    newStatusItem(statuses, () => createStatus(targets)),
  ];
}
