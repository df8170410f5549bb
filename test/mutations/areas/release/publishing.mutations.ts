import type { Mutation } from '../../mutation.ts';
import { planted } from '../../planted.ts';

const CHECK = 'scripts/packaging/release-check.ts';
const SIGN = 'scripts/packaging/sign-manifest.ts';
const VERIFY = 'scripts/packaging/verify-manifest.ts';
const PRODUCT_TEST = 'test/unit/build/product.test.ts';
const MANIFEST_TEST = 'test/unit/build/update-manifest.test.ts';
const DEB_TEST = 'test/unit/build/deb.test.ts';

/** Defects in publishing a release: placeholders that are shipped, and manifests that apps would refuse. */
export const PUBLISHING_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'release-with-placeholder-contact',
    guarantee: 'no release can be built while the contact is a placeholder',
    file: CHECK,
    find: "EXAMPLE_HOST.test(contact) ? (['contact'] as const) : []",
    replace: '[]',
    test: [PRODUCT_TEST, 'is refused while contact is the placeholder contact@roundwatch.example'],
  }),
  planted({
    name: 'release-with-placeholder-repository',
    guarantee: 'no release can be built while the repository is a placeholder',
    file: CHECK,
    find: "repository === 'OWNER/REPOSITORY'",
    replace: "repository === ''",
    test: [PRODUCT_TEST, 'is refused while repository is the placeholder OWNER/REPOSITORY'],
  }),
  planted({
    name: 'release-without-update-feed',
    guarantee: 'no release can be built without an address and a key for updates',
    file: CHECK,
    find: "(env[name] ?? '') === ''",
    replace: "env[name] === 'missing'",
    test: [PRODUCT_TEST, 'is refused without an address and a key for updates'],
  }),
  planted({
    name: 'release-settings-not-required',
    guarantee: 'a release build fails before anything is built',
    file: 'scripts/packaging/package.ts',
    find: 'if (values.release) requireReleaseSettings();',
    // The replacement exits. Otherwise, the test would wait until a whole package is built.
    replace: 'if (values.release) process.exit(0);',
    test: [PRODUCT_TEST, 'fails in the command before anything is built, and names what is missing'],
  }),
  planted({
    name: 'about-opens-placeholder-homepage',
    guarantee: 'About never opens a placeholder as the homepage',
    file: 'scripts/packaging/update-feed.ts',
    find: "placeholdersIn(PRODUCT).includes('homepage') ? null : PRODUCT.homepage",
    replace: 'placeholdersIn(PRODUCT).length > 9 ? null : PRODUCT.homepage',
    test: [PRODUCT_TEST, 'lets About open the homepage only if it is not a placeholder'],
  }),
  planted({
    name: 'metainfo-without-contact',
    guarantee: 'the AppStream metadata names the addresses of the product',
    file: 'scripts/packaging/deb.ts',
    find: ".replace('@CONTACT@', PRODUCT.contact)",
    replace: '',
    test: [DEB_TEST, 'uses one id for the desktop entry, its icon, its windows and the AppStream metadata'],
  }),
  planted({
    name: 'manifest-without-mac-files',
    guarantee: 'a manifest names the file of every kind of installation',
    file: SIGN,
    find: 'RELEASE_TARGETS.map((target) => describeFile(target, release))',
    replace: 'RELEASE_TARGETS.slice(0, 4).map((target) => describeFile(target, release))',
    test: [MANIFEST_TEST, 'has a signed manifest that names every file, and that the app accepts'],
  }),
  planted({
    name: 'manifest-verified-without-files',
    guarantee: 'a release is refused if a file has changed since the manifest was signed',
    file: VERIFY,
    find: 'rmSync(await downloadFile(file, version, to));',
    replace: 'void downloadFile;',
    test: [MANIFEST_TEST, 'is refused before it is published if a file has changed since it was signed'],
  }),
  planted({
    name: 'manifest-verified-without-choice',
    guarantee: 'a release is refused if its manifest has expired or is for another server',
    file: VERIFY,
    find: 'chooseFile(manifest, older, feed, Date.now())',
    replace:
      '[chooseFile, manifest.files.find(({ arch, kind }) => arch === older.arch && kind === older.kind) ?? null][1] as (typeof manifest.files)[number]',
    test: [
      MANIFEST_TEST,
      'is refused before it is published if it has expired or is for another channel or server',
    ],
  }),
];
