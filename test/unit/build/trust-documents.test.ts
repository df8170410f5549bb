import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataDir } from '../../../electron/shells/common/arguments.ts';
import { help } from '../../../renderer/features/help/strings.ts';
import { PRODUCT } from '../../../shared/product.ts';
import { dataPrivacy } from '../../../renderer/ui/text/data-privacy-strings.ts';

/* Checks that the documents about security, privacy and accessibility agree with the app. */

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** The text of a document without its line breaks and indentation. */
const textOf = (file: string): string => read(file).replaceAll(/\s+/g, ' ');
const manifest = JSON.parse(read('package.json')) as { version: string };

describe('the privacy page', () => {
  const page = textOf('docs/privacy.md');

  it('states what the app says about what leaves this computer', () => {
    expect(dataPrivacy.sentences.filter((sentence) => !page.includes(sentence))).toEqual([]);
  });

  it('names the folder in which the app stores its data', () => {
    expect(page).toContain(`\`${defaultDataDir('linux', '~', {})}\``);
    expect(page).toContain(`\`${defaultDataDir('darwin', '~', {})}\``);
    expect(page).toContain(`\`${defaultDataDir('win32', '', { APPDATA: '%APPDATA%' })}\``);
  });
});

describe('the accessibility statement', () => {
  it('states what About says', () => {
    const page = textOf('docs/accessibility.md');
    expect(help.about.accessibility.filter((sentence) => !page.includes(sentence))).toEqual([]);
  });

  it('claims only the levels for which axe runs', () => {
    const levels = /const LEVELS = \[(.+)\];/.exec(read('test/e2e/support/accessibility.ts'))?.[1] ?? '';
    for (const level of ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']) expect(levels).toContain(`'${level}'`);
  });
});

describe('the security policy', () => {
  const policy = textOf('SECURITY.md');

  it('names one address for reports, as About does', () => {
    const addresses = new Set(`${policy} ${help.about.security.join(' ')}`.match(/[\w.]+@[\w.]+\w/g));
    expect([...addresses]).toEqual([PRODUCT.contact]);
  });

  it('supports the current version', () => {
    const [major, minor] = manifest.version.split('.');
    expect(policy).toContain(`| ${major}.${minor}.x | yes`);
  });

  it('is linked from the README', () => {
    for (const file of ['SECURITY.md', 'docs/privacy.md', 'docs/accessibility.md'])
      expect(read('README.md')).toContain(`](${file})`);
  });
});
