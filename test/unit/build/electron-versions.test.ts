import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = read('docs/electron-versions.md');

describe('the list of differences between versions of Electron', () => {
  it('names the version that the app ships with', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const [major] = (devDependencies['electron'] ?? '').split('.');
    expect(page).toContain(`The app ships with Electron ${major}.`);
    expect(page).toContain(`| Electron ${major} `);
  });

  it('names for each difference a guard, or the reason why there is none', () => {
    const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
    const guards = rows.map(
      (row) =>
        row
          .split(/(?<!\\)\|/)
          .at(-2)
          ?.trim() ?? '',
    );
    expect(guards.length).toBeGreaterThan(10);
    const unguarded = guards.filter((guard) => {
      const files = [...guard.matchAll(/`(test\/[\w/.-]+\.ts)`/g)].map(([, file = '']) => file);
      return files.length === 0
        ? !/^none(?: here)?: .+/.test(guard)
        : files.some((file) => !existsSync(join(ROOT, file)));
    });
    expect(unguarded).toEqual([]);
  });

  it('states the oldest Node and Chromium for which the build compiles', () => {
    const config = read('electron.vite.config.ts');
    const [, node = ''] = /target: 'node([\d.]+)'/.exec(config) ?? [];
    const [, chromium = ''] = /target: 'chrome(\d+)'/.exec(config) ?? [];
    expect(page).toContain(`The build targets Node ${node} and Chromium ${chromium} `);
    expect(page).toContain(`Electron 33 (Chromium ${chromium}, Node ${node})`);
  });
});
