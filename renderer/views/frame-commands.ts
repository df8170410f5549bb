import DatabaseBackup from '@lucide/svelte/icons/database-backup';
import BookOpen from '@lucide/svelte/icons/library';
import Download from '@lucide/svelte/icons/download';
import Clock from '@lucide/svelte/icons/clock';
import Gauge from '@lucide/svelte/icons/gauge';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Lock from '@lucide/svelte/icons/lock';
import LogOut from '@lucide/svelte/icons/log-out';
import Power from '@lucide/svelte/icons/power';
import Search from '@lucide/svelte/icons/search';
import Sliders from '@lucide/svelte/icons/sliders-horizontal';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Command } from '../lib/commands.ts';
import { backups, frame, privacy } from '../lib/words.ts';
import { yours } from '../lib/words/company-words.ts';
import type { App } from '../state/app.svelte.ts';
import type { Theme } from '../state/appearance.svelte.ts';
import { makeBackup } from './backup-actions.ts';
import { canLockPeople, lockPeople } from './lock-people.ts';

interface Panels {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
}

const words = frame.commandWords;

/** What can be done on every screen. */
export function frameCommands(app: App, panels: Panels): readonly Command[] {
  return [
    ...screenCommands(app),
    ...frameOwn(app, panels),
    ...keepingCommands(app),
    ...themeCommands(app),
    ...demoCommands(app),
  ];
}

function screenCommands({ navigation, workspaces, connecting }: App): readonly Command[] {
  const available = (): boolean => workspaces.active !== null && !connecting;
  return [
    {
      id: 'go.search',
      words: words.goSearch,
      icon: Search,
      shortcut: 'g s',
      available,
      run: () => navigation.go('search'),
    },
    {
      id: 'go.library',
      words: words.goLibrary,
      icon: BookOpen,
      shortcut: 'g l',
      available,
      run: () => navigation.go('library'),
    },
    {
      id: 'go.quota',
      words: words.goQuota,
      icon: Gauge,
      shortcut: 'g q',
      available,
      run: () => navigation.go('quota'),
    },
    {
      id: 'go.settings',
      words: words.goSettings,
      icon: Sliders,
      shortcut: 'Mod+,',
      available,
      run: () => navigation.go('settings'),
    },
  ];
}

function frameOwn(app: App, panels: Panels): readonly Command[] {
  return [
    { id: 'palette', words: words.palette, shortcut: 'Mod+K', hidden: true, run: panels.openPalette },
    { id: 'shortcuts', words: words.shortcuts, icon: Keyboard, shortcut: '?', run: panels.openShortcuts },
    {
      id: 'undo',
      words: words.undo,
      icon: Undo,
      shortcut: 'z',
      available: () => app.toasts.canUndo || app.undo.canUndo,
      run: () => undoNewest(app),
    },
    {
      id: 'export-notes',
      words: yours.exportNotes,
      icon: Download,
      keywords: ['save', 'backup', 'words', 'tasks'],
      available: () => app.workspaces.active !== null && !app.connecting,
      run: () => exportNotes(app),
    },
    {
      id: 'back',
      words: words.back,
      shortcut: 'Escape',
      hidden: true,
      run: () => {
        app.navigation.back();
      },
    },
  ];
}

/** A toast may offer to take back what no token of the core does. */
async function undoNewest({ undo, toasts }: App): Promise<void> {
  await undo.settled();
  await (toasts.canUndo ? toasts.undoLast() : undo.last());
}

function keepingCommands(app: App): readonly Command[] {
  const available = (): boolean => app.workspaces.active !== null;
  return [
    {
      id: 'backups.make',
      words: backups.make,
      icon: DatabaseBackup,
      keywords: ['copy', 'save'],
      available,
      run: () => makeBackup(app),
    },
    {
      id: 'people.lock',
      words: privacy.lock.now,
      icon: Lock,
      keywords: ['privacy', 'contacts', 'passphrase'],
      available: () => canLockPeople(app),
      run: () => lockPeople(app),
    },
  ];
}

async function exportNotes(app: App): Promise<void> {
  const { place, files } = await app.api.words.export({});
  app.toasts.say(place === null ? yours.exportedNone : yours.exported(files, place));
}

function themeCommands({ appearance }: App): readonly Command[] {
  const choose = (id: Theme, text: string): Command => ({
    id: `theme.${id}`,
    words: text,
    icon: SunMoon,
    keywords: ['appearance', 'theme', 'dark', 'light'],
    available: () => appearance.theme !== id,
    run: () => appearance.choose(id),
  });
  return [
    choose('light', words.themeLight),
    choose('dark', words.themeDark),
    choose('system', words.themeSystem),
  ];
}

function demoCommands(app: App): readonly Command[] {
  const { demo } = app;
  const inDemo = (): boolean => app.workspaces.active?.kind === 'demo';
  const travel = (days: 1 | 7 | 30): Command => ({
    id: `demo.travel.${days}`,
    words: words.demoTravel(frame.demo.days[days]),
    icon: Clock,
    keywords: ['time', 'travel', 'clock'],
    available: inDemo,
    run: () => demo.travel(days),
  });
  return [
    travel(1),
    travel(7),
    travel(30),
    {
      id: 'demo.stop',
      words: words.demoStop,
      icon: Power,
      available: () => inDemo() && demo.status?.running === true,
      run: () => demo.setService(false),
    },
    {
      id: 'demo.start',
      words: words.demoStart,
      icon: Power,
      available: () => inDemo() && demo.status?.running === false,
      run: () => demo.setService(true),
    },
    {
      id: 'demo.leave',
      words: words.demoLeave,
      icon: LogOut,
      available: inDemo,
      run: () => app.workspaces.leave(),
    },
  ];
}
