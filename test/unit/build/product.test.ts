import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { help } from '../../../renderer/features/help/strings.ts';
import { placeholdersIn, releaseObstacles } from '../../../scripts/packaging/release-check.ts';
import { updateSettingsOf } from '../../../scripts/packaging/update-feed.ts';
import { PRODUCT, type Product } from '../../../shared/product.ts';
import { ownNode } from '../../support/common/process.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const OWN: Product = {
  homepage: 'https://roundwatch.test/',
  contact: 'mail@roundwatch.test',
  repository: 'somebody/roundwatch',
};
const FEED = { ROUNDWATCH_UPDATE_FEED: 'https://updates.test/stable.json', ROUNDWATCH_UPDATE_KEY: 'key' };

describe('the identity of the product', () => {
  it('is the only source of addresses, and the documents that repeat it agree', () => {
    expect(read('SECURITY.md')).toContain(`[${PRODUCT.contact}](mailto:${PRODUCT.contact})`);
    expect(read('SECURITY.md')).toContain(`--repo ${PRODUCT.repository}\n`);
    expect(read('docs/accessibility.md')).toContain(`[${PRODUCT.contact}](mailto:${PRODUCT.contact})`);
    expect(help.about.security[0]).toContain(PRODUCT.contact);
    const allowed = ['SECURITY.md', 'docs/accessibility.md', 'shared/product.ts'];
    const files = execFileSync(
      'git',
      ['ls-files', 'electron', 'renderer', 'resources', 'scripts', 'shared', '*.json', '*.md', '*.yml'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const repeating = files
      .split('\n')
      .filter((file) => file !== '' && !/^docs\/adr|\.png$/.test(file) && !allowed.includes(file))
      .filter((file) => [PRODUCT.contact, PRODUCT.homepage].some((value) => read(file).includes(value)));
    expect(repeating).toEqual([]);
  });

  it('lets About open the homepage only if it is not a placeholder', () => {
    const isPlaceholder = placeholdersIn(PRODUCT).includes('homepage');
    expect(updateSettingsOf({}).homepage).toBe(isPlaceholder ? null : PRODUCT.homepage);
  });
});

describe('a release build', () => {
  it('is possible once every setting is made', () => {
    expect(releaseObstacles(OWN, FEED)).toEqual([]);
    expect(releaseObstacles(OWN, { ...FEED, GITHUB_REPOSITORY: OWN.repository })).toEqual([]);
  });

  it.each([
    ['homepage', 'https://roundwatch.example'],
    ['homepage', 'https://www.example.com/app'],
    ['contact', 'contact@roundwatch.example'],
    ['contact', 'someone@example.org'],
    ['repository', 'OWNER/REPOSITORY'],
  ] as const)('is refused while %s is the placeholder %s', (name, placeholder) => {
    expect(releaseObstacles({ ...OWN, [name]: placeholder }, FEED)).toEqual([
      `${name} in shared/product.ts is still the placeholder ${placeholder}`,
    ]);
  });

  it('is refused without an address and a key for updates', () => {
    expect(releaseObstacles(OWN, {}).join('\n')).toMatch(/UPDATE_FEED is not set.*\n.*UPDATE_KEY is not set/);
    expect(releaseObstacles(OWN, { ...FEED, ROUNDWATCH_UPDATE_KEY: '' })).toHaveLength(1);
  });

  it('is refused in another repository than the one that the documents name', () => {
    expect(releaseObstacles(OWN, { ...FEED, GITHUB_REPOSITORY: 'fork/roundwatch' })).toEqual([
      'repository in shared/product.ts is somebody/roundwatch, but fork/roundwatch builds the release',
    ]);
  });

  it('fails in the command before anything is built, and names what is missing', () => {
    const script = join(ROOT, 'scripts', 'packaging', 'package.ts');
    const { status, stdout, stderr } = spawnSync(ownNode, [script, '--release'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, ROUNDWATCH_UPDATE_FEED: '', ROUNDWATCH_UPDATE_KEY: '' },
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('ROUNDWATCH_UPDATE_FEED is not set');
    for (const name of placeholdersIn(PRODUCT)) expect(stderr).toContain(`${name} in shared/product.ts`);
  });
});
