import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Returns the text of each job in a workflow, and the text before the first job. */
function readWorkflow(name: string) {
  const text = readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8').replaceAll(/^ *#.*\n/gm, '');
  const [head = '', body = ''] = text.split(/^jobs:\n/m);
  const parts = body.split(/^ {2}(\w+):\n/m).slice(1);
  const jobs: Record<string, string> = {};
  for (let at = 0; at < parts.length; at += 2) jobs[parts[at] ?? ''] = parts[at + 1] ?? '';
  return { head, jobs };
}
const stepsOf = (job: string): readonly string[] =>
  [...job.matchAll(/(?:run|uses): (.+)/g)].map(([, step = '']) => step.replace(/ # .*/, ''));
const SYSTEMS = ['ubuntu-24.04', 'macos-15', 'windows-2025'];
const systemsOf = (job: string): readonly string[] => /os: \[(.+)\]/.exec(job)?.[1]?.split(', ') ?? [];
const checks = readWorkflow('checks.yml');
const release = readWorkflow('release.yml');

describe('workflows', () => {
  it('give jobs read access only, except the job that drafts a release', () => {
    for (const { head } of [checks, release]) expect(head).toContain('permissions:\n  contents: read\n');
    const writing = [checks, release].flatMap(({ jobs }) =>
      Object.entries(jobs).filter(([, job]) => job.includes(': write')),
    );
    expect(writing.map(([name]) => name)).toEqual(['draft']);
  });

  it('run no code of the repository or of packages in the job that may write', () => {
    const steps = stepsOf(release.jobs['draft'] ?? '');
    expect(steps.filter((step) => /checkout|setup-node|\bnode\b|\bnpm\b/.test(step))).toEqual([]);
  });

  it('install from the lockfile and build only keytar in every job that installs', () => {
    const installing = [checks, release]
      .flatMap(({ jobs }) => Object.values(jobs).map(stepsOf))
      .filter((steps) => steps.some((step) => step.startsWith('npm')));
    expect(installing.length).toBe(5);
    for (const steps of installing) {
      const at = steps.findIndex((step) => step.startsWith('npm'));
      if (steps[at] === 'npm ci --ignore-scripts --omit=dev --omit=optional') continue;
      expect(steps[at]).toBe('npm ci --ignore-scripts');
      expect(steps[at + 1]).toBe('npm run build-modules -- keytar');
    }
  });
});

describe('a pull request', () => {
  const job = checks.jobs['systems'] ?? '';

  it('runs the fast suites and the packaged app on Linux, Windows and macOS', () => {
    expect(checks.head).toContain('pull_request:');
    expect(systemsOf(job)).toEqual(expect.arrayContaining(SYSTEMS));
    const steps = stepsOf(job);
    const suites = steps.findIndex((step) =>
      step.endsWith('vitest.mjs run --project unit --project contract --project sql'),
    );
    const packaged = steps.indexOf('npm run package -- --dir');
    expect(suites).toBeGreaterThan(steps.indexOf('npm run build'));
    expect(packaged).toBeGreaterThan(0);
    expect(steps.slice(packaged + 1)).toEqual([
      'xvfb-run -a node scripts/packaging/smoke.ts dist',
      'node scripts/packaging/smoke.ts dist',
    ]);
    expect(job).toMatch(/if: runner\.os == 'Linux'\n +run: xvfb-run/);
    expect(job).toMatch(/if: runner\.os != 'Linux'\n +run: node scripts\/packaging\/smoke/);
    expect(job).not.toContain('secrets.');
  });
});

describe('the Debian package', () => {
  it('is installed, used and removed as root, without lifting the system’s limit on namespaces', () => {
    const job = checks.jobs['debian'] ?? '';
    expect(stepsOf(job)).toContain('sudo --preserve-env=CI env "PATH=$PATH" npm run package -- --verify');
    expect(job).not.toContain('apparmor_restrict_unprivileged_userns');
  });
});

describe('a release', () => {
  const job = release.jobs['package'] ?? '';
  const draft = release.jobs['draft'] ?? '';

  it('is tested, packaged, verified and started on every system before anything is uploaded', () => {
    expect(release.head).toContain("tags: ['v*']");
    expect(systemsOf(job)).toEqual(expect.arrayContaining(SYSTEMS));
    const steps = stepsOf(job);
    const order = [
      'npm test',
      'npm run package -- --release',
      'codesign --verify',
      'smoke.ts',
      'actions/upload-artifact',
    ];
    const places = order.map((part) => steps.findIndex((step) => step.includes(part)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(job).toMatch(/if: runner\.os == 'macOS'\n +run: codesign .*stapler validate .*spctl --assess/);
    expect(job).toMatch(
      /if: runner\.os == 'Windows'\n +shell: pwsh\n +run: if \(.*Get-AuthenticodeSignature .*exit 1/,
    );
    expect(job).toMatch(/sbom\.ts dist\/roundwatch-\$\{\{ runner\.arch \}\}\.cdx\.json/);
    expect(job).toContain('dist/*.cdx.json');
  });

  it('builds the address and the key for updates into the app', () => {
    const built = /run: npm run package -- --release\n +env:\n((?: {10}.+\n)+)/.exec(job)?.[1];
    for (const name of ['ROUNDWATCH_UPDATE_FEED', 'ROUNDWATCH_UPDATE_KEY'])
      expect(built).toContain(`${name}: \${{ vars.${name} }}`);
  });

  it('has a manifest for updates that is verified without the signing key before it is uploaded', () => {
    const manifest = release.jobs['manifest'] ?? '';
    const steps = stepsOf(manifest);
    const order = ['sign-manifest.ts', 'verify-manifest.ts', 'actions/upload-artifact'];
    const places = order.map((part) => steps.findIndex((step) => step.includes(part)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const name of ['ROUNDWATCH_UPDATE_FEED', 'ROUNDWATCH_UPDATE_KEY'])
      expect(manifest).toContain(`${name}: \${{ vars.${name} }}`);
    const secrets = Object.values({ ...checks.jobs, ...release.jobs })
      .join('')
      .match(/.*secrets\.ROUNDWATCH_UPDATE_SIGNING_KEY.*/g);
    expect(secrets).toHaveLength(1);
    expect(manifest).toMatch(/sign-manifest\.ts .+\n +env:\n +ROUNDWATCH_UPDATE_SIGNING_KEY: /);
    expect(manifest).toContain('environment: release');
    expect(draft).toContain('needs: [package, manifest]');
  });

  it('is a draft with checksums and provenance of every file', () => {
    const [download, sums, attest, create] = stepsOf(draft);
    expect(download).toMatch(/^actions\/download-artifact@[0-9a-f]{40}$/);
    expect(sums).toContain('sha256sum -- *');
    expect(sums).toContain('sha256sum --check --strict SHA256SUMS');
    expect(attest).toMatch(/^actions\/attest-build-provenance@[0-9a-f]{40}$/);
    expect(draft).toContain('subject-path: files/*');
    expect(create).toMatch(/^gh release create .*--draft --verify-tag .*files\/\*$/);
  });
});
