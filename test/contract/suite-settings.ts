import { check, failure, same, type ContractStep } from './suite-kit.ts';

/** Steps that cover appearance, receiver settings, updates, the system menu and diagnostics. */
export const settingsSteps: readonly ContractStep[] = [
  {
    name: 'appearance is stored, each part separately',
    run: async ({ api }) => {
      const usual = { theme: 'system', density: 'comfortable', textSize: 100 };
      same(await api.settings.appearance({}), usual, 'appearance');
      await api.settings.setAppearance({ theme: 'dark' });
      same(
        await api.settings.setAppearance({ density: 'compact', textSize: 150 }),
        { theme: 'dark', density: 'compact', textSize: 150 },
        'appearance',
      );
      await failure(Reflect.apply(api.settings.setAppearance, null, [{ textSize: 300 }]), 'validation');
      await api.settings.setAppearance({ density: 'comfortable', textSize: 100 });
      same(await api.settings.appearance({}), { ...usual, theme: 'dark' }, 'appearance');
    },
  },
  {
    name: 'automatic locking is off at first, and each part is stored separately',
    run: async ({ api }) => {
      const { seesScreenLock, ...first } = await api.settings.autoLock({});
      same(first, { onScreenLock: false, idleMinutes: null }, 'the defaults');
      await api.settings.setAutoLock({ idleMinutes: 30 });
      same(
        await api.settings.setAutoLock({ onScreenLock: true }),
        { onScreenLock: true, idleMinutes: 30, seesScreenLock },
        'automatic locking',
      );
      for (const idleMinutes of [0, 241, 1.5])
        await failure(api.settings.setAutoLock({ idleMinutes }), 'validation');
      await api.app.reportActivity({});
      await api.settings.setAutoLock(first);
    },
  },
  {
    name: 'listening without a window is off and undecided at first, and needs the desktop app',
    run: async ({ api }) => {
      const { shell } = await api.app.info({});
      const { place, ...first } = await api.settings.background({});
      same(first, { keepListening: false, isDecided: false, startsAtLogin: false }, 'the defaults');
      same(place !== null, shell === 'electron', 'whether this shell runs without a window');
      if (place === null) {
        await failure(api.settings.setBackground({ keepListening: true }), 'unsupported');
        return;
      }
      const kept = { keepListening: true, isDecided: true, startsAtLogin: false, place };
      same(await api.settings.setBackground({ keepListening: true }), kept, 'kept');
      same(await api.settings.background({}), kept, 'stored');
      await api.settings.setBackground({ keepListening: false });
    },
  },
  {
    name: 'without an address for updates, nothing is checked, downloaded or opened',
    run: async ({ api }) => {
      const status = await api.updates.status({});
      check(status.support !== 'ready', `support: ${status.support}`);
      const { host, channel, scheduled, checkedAtMs, phase } = status;
      same(
        { host, channel, scheduled, checkedAtMs, phase },
        { host: null, channel: null, scheduled: false, checkedAtMs: null, phase: { kind: 'idle' } },
        'status',
      );
      same(await api.updates.check({}), status, 'a check');
      same(await api.updates.download({}), status, 'a download');
      same(await api.updates.openInstaller({}), status, 'the installer');
      same(await api.updates.showInFolder({}), status, 'the folder');
      same(await api.updates.setScheduled({ scheduled: true }), status, 'the schedule');
      await api.updates.setScheduled({ scheduled: false });
      await api.updates.cancel({});
    },
  },
  {
    name: 'the signature for messages is empty at first, and is stored as it was written',
    run: async ({ api }) => {
      same(await api.settings.signature({}), { text: '' }, 'at first');
      const text = 'Ines Moreau\n+33 1 23 45 67 89';
      same(await api.settings.setSignature({ text }), { text }, 'signature');
      same(await api.settings.signature({}), { text }, 'stored');
      await failure(api.settings.setSignature({ text: 'x'.repeat(1_001) }), 'validation');
      await api.settings.setSignature({ text: '' });
    },
  },
  {
    name: 'the user’s shortcuts are stored, and nothing but shortcuts',
    run: async ({ api }) => {
      same(await api.settings.shortcuts({}), { singleKeys: true, changes: [] }, 'none at first');
      const shortcuts = {
        singleKeys: false,
        changes: [
          { id: 'company.note', keys: 'g n' },
          { id: 'palette', keys: null },
        ],
      };
      await api.settings.setShortcuts(shortcuts);
      same(await api.settings.shortcuts({}), shortcuts, 'shortcuts');
      for (const invalid of [
        { id: 'company.note', keys: 'g n x' },
        { id: 'Company note', keys: 'n' },
        { id: 'x'.repeat(61), keys: 'n' },
      ])
        await failure(api.settings.setShortcuts({ singleKeys: true, changes: [invalid] }), 'validation');
      const [twice] = shortcuts.changes;
      check(twice !== undefined, 'no change');
      await failure(api.settings.setShortcuts({ singleKeys: true, changes: [twice, twice] }), 'validation');
      await api.settings.setShortcuts({ singleKeys: true, changes: [] });
    },
  },
  {
    name: 'a shell reports whether it has a system menu; text that reverses a menu is rejected',
    run: async ({ api }) => {
      const { shell } = await api.app.info({});
      const offer = (words: string) => api.menu.offer({ items: [{ id: 'go.library', words, keys: 'g l' }] });
      same(await offer('Go to Library'), { shown: shell === 'electron' }, 'menu');
      for (const words of ['', 'Two\nlines', 'Turned \u202e round', 'x'.repeat(101)])
        await failure(offer(words), 'validation');
    },
  },
  {
    name: 'diagnostics describe the installation, without a key or a path',
    run: async ({ api }) => {
      const diagnostics = await api.diagnostics.read({});
      check(/^\d+\.\d+/.test(diagnostics.versions.sqlite ?? ''), 'no version of SQLite');
      const { workspace } = diagnostics;
      check(workspace !== null, 'no workspace');
      same(workspace.kind, 'demo', 'kind');
      check(/^127\.0\.0\.1(?::\d+)?$/.test(workspace.host), `host ${workspace.host}`);
      same(
        workspace.files.map(({ name, bytes, schema }) => [name, bytes > 0, schema > 0]),
        [
          ['cache', true, true],
          ['yours', true, true],
          ['ledger', true, true],
        ],
        'files',
      );
      check(!/Bearer|\/(?:home|tmp|Users)\//.test(JSON.stringify(diagnostics)), 'a key or a path');
    },
  },
];
