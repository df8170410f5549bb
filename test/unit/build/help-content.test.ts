import { describe, expect, it } from 'vitest';
import { appLicence, packageLicences, parseChangelog } from '../../../scripts/packaging/help-content.ts';

const ROOT = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

describe('licences in About', () => {
  const packages = packageLicences(ROOT);
  const find = (name: string) => packages.find((each) => each.name === name);

  it('cover the packages that the app imports and those that they depend on', () => {
    const direct = ['better-sqlite3', 'electron', 'svelte', 'bits-ui', '@lucide/svelte', 'zod', 'dompurify'];
    const fonts = ['@fontsource-variable/inter'];
    const indirect = ['@floating-ui/dom', '@lezer/markdown', 'conf'];
    for (const name of [...direct, ...fonts, ...indirect]) expect(find(name)?.version, name).toMatch(/^\d/);
  });

  it('leave out packages that are only used for development', () => {
    for (const name of ['vitest', '@playwright/test', 'eslint', 'electron-builder'])
      expect(find(name), name).toBeUndefined();
  });

  it('begin with the licence of the app', () => {
    const own = appLicence(ROOT);
    expect(own).toMatchObject({ name: 'Roundwatch', licence: 'MIT' });
    expect(own.text).toContain('Roundwatch contributors');
  });

  it('name the licence and contain its text', () => {
    expect(find('dompurify')?.licence).toBe('(MPL-2.0 OR Apache-2.0)');
    expect(find('zod')?.text).toMatch(/^MIT License/);
    const unnamed = packages.filter(({ licence, text }) => licence === '' && text === '');
    expect(unnamed).toEqual([]);
  });
});

describe('the changelog in Help', () => {
  it('is read release by release, with wrapped entries as one line and without Markdown', () => {
    const markdown = [
      '# Changelog',
      '',
      'The format follows [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).',
      '',
      '## [Unreleased]',
      '',
      '### Added',
      '',
      '- Search by `website`, with',
      '  [examples](docs/x.md).',
      '- Another.',
      '',
      '## [0.1.0] - 2026-01-02',
      '',
      '### Fixed',
      '',
      '- **One** thing.',
    ].join('\n');
    expect(parseChangelog(markdown)).toEqual([
      {
        title: 'Unreleased',
        groups: [{ title: 'Added', entries: ['Search by website, with examples.', 'Another.'] }],
      },
      { title: '0.1.0, 2026-01-02', groups: [{ title: 'Fixed', entries: ['One thing.'] }] },
    ]);
  });
});
