import AlargeSmall from '@lucide/svelte/icons/a-large-small';
import Rows from '@lucide/svelte/icons/rows-3';
import DatabaseBackup from '@lucide/svelte/icons/database-backup';
import BookOpen from '@lucide/svelte/icons/library';
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import BadgeCheck from '@lucide/svelte/icons/badge-check';
import FileArchive from '@lucide/svelte/icons/file-archive';
import FileInput from '@lucide/svelte/icons/file-input';
import Clock from '@lucide/svelte/icons/clock';
import Hourglass from '@lucide/svelte/icons/hourglass';
import Gauge from '@lucide/svelte/icons/gauge';
import Inbox from '@lucide/svelte/icons/inbox';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Scale from '@lucide/svelte/icons/scale';
import ListTodo from '@lucide/svelte/icons/list-todo';
import Lock from '@lucide/svelte/icons/lock';
import LogOut from '@lucide/svelte/icons/log-out';
import Power from '@lucide/svelte/icons/power';
import Search from '@lucide/svelte/icons/search';
import Sliders from '@lucide/svelte/icons/sliders-horizontal';
import Sunrise from '@lucide/svelte/icons/sunrise';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Redo from '@lucide/svelte/icons/redo-2';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Command } from '../session/commands/command.ts';
import { lockContacts as lockWords } from '../features/settings/account/lock-contacts-strings.ts';
import { backups } from '../features/settings/backups/strings.ts';
import { monthEnd, monthEndKeywords } from '../features/today/month-end/strings.ts';
import { sessionStrings } from '../session/strings.ts';
import { frame } from './strings.ts';
import { yours } from '../features/company/user-data/strings.ts';
import type { App, HelpPage } from '../session/app.svelte.ts';
import type { ScreenName } from '../session/navigation.svelte.ts';
import type { Density, Theme } from '../../shared/model/settings/appearance.ts';
import { TEXT_SIZES } from '../../shared/model/settings/text-sizes.ts';
import { exportNotes, makeBackup } from '../features/settings/backups/backup-actions.ts';
import { moveDemoClock } from './banners/time-travel.ts';
import { canLockContacts, lockContacts } from '../features/settings/account/lock-contacts.ts';
import { companyWindowCommand } from './company-window.ts';

interface OverlayActions {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly openTasks: () => void;
}

const strings = sessionStrings.commandLabels;

/** Returns the commands that are available on every screen. */
export function frameCommands(app: App, overlays: OverlayActions): readonly Command[] {
  return [
    ...screenCommands(app),
    ...overlayAndUndoCommands(app, overlays),
    companyWindowCommand(app),
    ...helpCommands(app),
    ...exportCommands(app),
    ...backupAndLockCommands(app),
    ...themeCommands(app),
    ...rowsAndTextCommands(app),
    ...demoCommands(app),
  ];
}

function screenCommands({ navigation, workspaces, connecting }: App): readonly Command[] {
  const available = (): boolean => workspaces.active !== null && !connecting;
  const to = (screen: ScreenName) => ({ available, run: () => navigation.go(screen) });
  return [
    { id: 'go.today', label: strings.goToday, icon: Sunrise, shortcut: 'g t', ...to('today') },
    { id: 'go.search', label: strings.goSearch, icon: Search, shortcut: 'g s', ...to('search') },
    { id: 'go.library', label: strings.goLibrary, icon: BookOpen, shortcut: 'g l', ...to('library') },
    {
      id: 'go.signals',
      label: strings.goSignals,
      icon: Inbox,
      shortcut: 'g i',
      ...to('signals'),
      keywords: ['inbox', 'webhook', 'events', 'receiver'],
    },
    {
      id: 'go.insights',
      label: strings.goInsights,
      icon: ChartNoAxesColumn,
      shortcut: 'g n',
      ...to('insights'),
      keywords: ['charts', 'market', 'amounts', 'investors', 'countries', 'industries', 'trend'],
    },
    {
      id: 'go.review',
      label: strings.goReview,
      icon: CalendarCheck,
      ...to('review'),
      keywords: ['month', 'spent', 'expired', 'note', 'report'],
    },
    {
      id: 'go.month-end',
      label: monthEnd.open,
      icon: Hourglass,
      shortcut: 'g m',
      keywords: monthEndKeywords,
      ...to('month-end'),
    },
    { id: 'go.quota', label: strings.goQuota, icon: Gauge, shortcut: 'g q', ...to('quota') },
    { id: 'go.settings', label: strings.goSettings, icon: Sliders, shortcut: 'Mod+,', ...to('settings') },
  ];
}

function overlayAndUndoCommands(app: App, overlays: OverlayActions): readonly Command[] {
  return [
    { id: 'palette', label: strings.palette, shortcut: 'Mod+K', hidden: true, run: overlays.openPalette },
    { id: 'shortcuts', label: strings.shortcuts, icon: Keyboard, shortcut: '?', run: overlays.openShortcuts },
    {
      id: 'shortcuts-change',
      label: strings.changeShortcuts,
      icon: Keyboard,
      keywords: ['keys', 'rebind', 'settings'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => {
        app.navigation.pendingTarget = 'shortcuts';
        app.navigation.go('settings');
      },
    },
    {
      id: 'library.already-yours',
      label: strings.alreadyYours,
      icon: BadgeCheck,
      keywords: ['import', 'customers', 'deals', 'competitors', 'exclude', 'csv', 'do not contact'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => app.navigation.go('ours'),
    },
    {
      id: 'data.import',
      label: strings.importData,
      icon: FileInput,
      keywords: ['archive', 'markdown', 'csv', 'notes', 'restore', 'move'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => app.navigation.go('import'),
    },
    {
      id: 'data.archive',
      label: strings.saveArchive,
      icon: FileArchive,
      keywords: ['export', 'backup', 'move', 'copy'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => {
        app.navigation.pendingTarget = 'archive';
        app.navigation.go('settings');
      },
    },
    {
      id: 'tasks.all',
      label: strings.allTasks,
      icon: ListTodo,
      shortcut: 'g k',
      keywords: ['to do', 'due', 'reminder'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: overlays.openTasks,
    },
    {
      id: 'undo',
      label: strings.undo,
      icon: Undo,
      shortcut: 'z',
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => undoNewest(app),
    },
    {
      id: 'redo',
      label: strings.redo,
      icon: Redo,
      shortcut: 'Mod+Shift+Z',
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => app.undo.redoLast(),
    },
    {
      id: 'back',
      label: strings.back,
      shortcut: 'Escape',
      hidden: true,
      run: () => app.navigation.back(),
    },
  ];
}

function helpCommands(app: App): readonly Command[] {
  const help = (page: HelpPage, label: string, keywords: readonly string[]): Command => ({
    id: `help.${page}`,
    label,
    icon: CircleQuestionMark,
    keywords: ['help', ...keywords],
    run: () => app.openHelp(page),
  });
  return [
    help('guide', strings.helpGuide, ['start', 'how', 'manual']),
    help('glossary', strings.helpGlossary, ['terms', 'record', 'page turn', 'window', 'fit']),
    help('news', strings.helpNews, ['changes', 'changelog', 'release']),
    help('about', strings.helpAbout, ['version', 'licences', 'licenses', 'privacy', 'accessibility']),
  ];
}

/** Returns the commands that copy diagnostics, show the terms of use, or export notes. */
function exportCommands(app: App): readonly Command[] {
  return [
    {
      // After a click or a key press, the browser allows copying only for a short time. The code can still be
      // imported on demand, because that takes even less time.
      id: 'settings.copy-diagnostics',
      label: strings.copyDiagnostics,
      icon: Copy,
      keywords: ['help', 'support', 'log', 'version'],
      run: async () => {
        await (await import('../features/settings/diagnostics/copy-diagnostics.ts')).copyDiagnostics(app);
      },
    },
    {
      id: 'settings.terms',
      label: strings.terms,
      icon: Scale,
      keywords: ['about', 'legal', 'export', 'copy'],
      run: () => app.openTerms(),
    },
    {
      id: 'export-notes',
      label: yours.exportNotes,
      icon: Download,
      keywords: ['save', 'backup', 'words', 'tasks'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: async () => void (await exportNotes(app)),
    },
  ];
}

/**
 * Undoes the latest change. If a toast offers Undo, runs the toast's action, because the core may be unable
 * to undo that change.
 */
async function undoNewest({ undo, toasts }: App): Promise<void> {
  await undo.settled();
  await (toasts.canUndo ? toasts.undoLast() : undo.undoLast());
}

function backupAndLockCommands(app: App): readonly Command[] {
  const available = (): boolean => app.workspaces.active !== null;
  return [
    {
      id: 'backups.make',
      label: backups.make,
      icon: DatabaseBackup,
      keywords: ['copy', 'save'],
      available,
      run: () => makeBackup(app),
    },
    {
      id: 'people.lock',
      label: lockWords.now,
      icon: Lock,
      keywords: ['privacy', 'contacts', 'passphrase'],
      available: () => canLockContacts(app),
      run: () => lockContacts(app),
    },
  ];
}

function themeCommands({ appearance }: App): readonly Command[] {
  const choose = (id: Theme, text: string): Command => ({
    id: `theme.${id}`,
    label: text,
    icon: SunMoon,
    keywords: ['appearance', 'theme', 'dark', 'light'],
    available: () => appearance.theme !== id,
    run: () => appearance.choose({ theme: id }),
  });
  return [
    choose('light', strings.themeLight),
    choose('dark', strings.themeDark),
    choose('system', strings.themeSystem),
  ];
}

function rowsAndTextCommands({ appearance }: App): readonly Command[] {
  const step = (by: 1 | -1) => TEXT_SIZES[TEXT_SIZES.indexOf(appearance.textSize) + by];
  const size = (id: string, text: string, by: 1 | -1): Command => ({
    id: `view.${id}`,
    label: text,
    icon: AlargeSmall,
    keywords: ['appearance', 'text', 'size', 'font', 'zoom'],
    available: () => step(by) !== undefined,
    run: () => appearance.choose({ textSize: step(by) ?? appearance.textSize }),
  });
  const density = (id: Density, text: string): Command => ({
    id: `density.${id}`,
    label: text,
    icon: Rows,
    keywords: ['appearance', 'rows', 'density', 'dense'],
    available: () => appearance.density !== id,
    run: () => appearance.choose({ density: id }),
  });
  return [
    density('compact', strings.rowsCompact),
    density('comfortable', strings.rowsComfortable),
    size('text-larger', strings.textLarger, 1),
    size('text-smaller', strings.textSmaller, -1),
  ];
}

function demoCommands(app: App): readonly Command[] {
  const { demo } = app;
  const inDemo = (): boolean => app.workspaces.active?.kind === 'demo';
  const travel = (days: 1 | 7 | 30): Command => ({
    id: `demo.travel.${days}`,
    label: strings.demoTravel(frame.demo.days[days]),
    icon: Clock,
    keywords: ['time', 'travel', 'clock'],
    available: inDemo,
    run: async () => {
      await moveDemoClock(app, days);
    },
  });
  return [
    travel(1),
    travel(7),
    travel(30),
    {
      id: 'demo.stop',
      label: strings.demoStop,
      icon: Power,
      available: () => inDemo() && demo.status?.running === true,
      run: () => demo.setService(false),
    },
    {
      id: 'demo.start',
      label: strings.demoStart,
      icon: Power,
      available: () => inDemo() && demo.status?.running === false,
      run: () => demo.setService(true),
    },
    {
      id: 'demo.leave',
      label: strings.demoLeave,
      icon: LogOut,
      available: inDemo,
      run: () => app.workspaces.leave(),
    },
  ];
}
