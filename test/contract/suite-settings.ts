import { check, failure, same, type ContractStep } from './suite-kit.ts';

/** Appearance, receiver settings, the system menu and diagnostics. */
export const settingsSteps: readonly ContractStep[] = [
  {
    name: 'appearance is remembered, each part on its own',
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
    name: 'the seller’s own keys are remembered, and only keys are',
    run: async ({ api }) => {
      same(await api.settings.shortcuts({}), { singleKeys: true, changes: [] }, 'none at first');
      const own = {
        singleKeys: false,
        changes: [
          { id: 'company.note', keys: 'g n' },
          { id: 'palette', keys: null },
        ],
      };
      await api.settings.setShortcuts(own);
      same(await api.settings.shortcuts({}), own, 'shortcuts');
      for (const bad of [
        { id: 'company.note', keys: 'g n x' },
        { id: 'Company note', keys: 'n' },
        { id: 'x'.repeat(61), keys: 'n' },
      ])
        await failure(api.settings.setShortcuts({ singleKeys: true, changes: [bad] }), 'validation');
      const [twice] = own.changes;
      check(twice !== undefined, 'no change');
      await failure(api.settings.setShortcuts({ singleKeys: true, changes: [twice, twice] }), 'validation');
      await api.settings.setShortcuts({ singleKeys: true, changes: [] });
    },
  },
  {
    name: 'a shell says whether it has a menu of the system; text that would turn a menu round is refused',
    run: async ({ api }) => {
      const { shell } = await api.app.info({});
      const offer = (words: string) => api.menu.offer({ items: [{ id: 'go.library', words, keys: 'g l' }] });
      same(await offer('Go to Library'), { shown: shell === 'electron' }, 'menu');
      for (const words of ['', 'Two\nlines', 'Turned \u202e round', 'x'.repeat(101)])
        await failure(offer(words), 'validation');
    },
  },
  {
    name: 'diagnostics tell of the installation, and neither of a key nor of a path',
    run: async ({ api }) => {
      const told = await api.diagnostics.read({});
      check(/^\d+\.\d+/.test(told.versions.sqlite ?? ''), 'no version of SQLite');
      const { workspace } = told;
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
      check(!/Bearer|\/(?:home|tmp|Users)\//.test(JSON.stringify(told)), 'a key or a path');
    },
  },
];
