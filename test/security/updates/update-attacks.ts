import type { UpdateProblem } from '../../../shared/model/settings/updates.ts';
import {
  FILE_PATH,
  INSTALLER,
  MANIFEST_PATH,
  newSigningKey,
  NOW_MS,
  type Installation,
  type UpdateWorld,
} from './update-world.ts';

export interface UpdateAttack {
  readonly name: string;
  /** Whether this is one of the seven attacks that figure C9 counts. */
  readonly isCounted: boolean;
  readonly problem: UpdateProblem;
  /** Whether the attack is refused before the file is requested. */
  readonly isBeforeFile: boolean;
  /**
   * Prepares the server. Returns the installation that the attack needs; undefined if the default
   * installation suffices.
   */
  readonly prepare: (world: UpdateWorld) => Installation | undefined;
  /**
   * Prepares the server for an update check that succeeds before the attack, for example by finding a newer
   * manifest.
   */
  readonly first?: (world: UpdateWorld) => void;
}

type Attack = Omit<UpdateAttack, 'isCounted' | 'isBeforeFile'>;
const atCheck = (isCounted: boolean) => (attack: Attack) => ({ ...attack, isCounted, isBeforeFile: true });
const atDownload = (isCounted: boolean) => (attack: Attack) => ({
  ...attack,
  isCounted,
  isBeforeFile: false,
});
const changed = Buffer.from(INSTALLER).fill('X', 100, 107);

/** The seven attacks of figure C9. */
const counted: readonly UpdateAttack[] = [
  ...[
    {
      name: 'a file with another checksum',
      problem: 'checksum' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(FILE_PATH, { body: changed });
        return undefined;
      },
    },
    {
      name: 'a truncated file',
      problem: 'truncated' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(FILE_PATH, { body: INSTALLER.subarray(0, 10_000) });
        return undefined;
      },
    },
  ].map(atDownload(true)),
  ...[
    {
      name: 'a manifest signed with another key',
      problem: 'signature' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest(), newSigningKey());
        return undefined;
      },
    },
    {
      name: 'a downgrade',
      problem: 'downgrade' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest({ version: '1.1.9' }));
        return undefined;
      },
    },
    {
      name: 'a feed over plain HTTP',
      problem: 'insecure' as const,
      prepare: ({ plainOrigin }: UpdateWorld) => ({ feed: { url: `${plainOrigin}${MANIFEST_PATH}` } }),
    },
    {
      name: 'a file for another system',
      problem: 'platform' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest({ files: [world.file({ platform: 'win32', kind: 'exe' })] }));
        return undefined;
      },
    },
    {
      name: 'a replayed manifest',
      problem: 'replayed' as const,
      first: (world: UpdateWorld) => world.publish(world.manifest({ sequence: 11, version: '1.4.0' })),
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest());
        return undefined;
      },
    },
  ].map(atCheck(true)),
];

/** Attacks other than the seven that figure C9 counts. */
const others: readonly UpdateAttack[] = [
  ...[
    {
      name: 'a redirect of the file',
      problem: 'redirect' as const,
      prepare: (world: UpdateWorld) => {
        world.serve('/elsewhere.deb', { body: INSTALLER });
        world.serve(FILE_PATH, { body: '', status: 302, headers: { location: '/elsewhere.deb' } });
        return undefined;
      },
    },
    {
      name: 'a file that is larger than stated',
      problem: 'too-large' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(FILE_PATH, { body: Buffer.concat([INSTALLER, Buffer.from('more')]) });
        return undefined;
      },
    },
    {
      name: 'a connection that ends within the file',
      problem: 'truncated' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(FILE_PATH, { body: INSTALLER, cutAfter: 10_000 });
        return undefined;
      },
    },
  ].map(atDownload(false)),
  ...[
    {
      name: 'a file for another processor',
      problem: 'platform' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest({ files: [world.file({ arch: 'arm64' })] }));
        return undefined;
      },
    },
    {
      name: 'a file over plain HTTP',
      problem: 'insecure' as const,
      prepare: (world: UpdateWorld) => {
        const url = `${world.plainOrigin}${FILE_PATH}`;
        world.publish(world.manifest({ files: [world.file({ url })] }));
        return undefined;
      },
    },
    {
      name: 'a file on another server',
      problem: 'other-server' as const,
      prepare: (world: UpdateWorld) => {
        const url = `${world.origin.replace('127.0.0.1', 'localhost')}${FILE_PATH}`;
        world.publish(world.manifest({ files: [world.file({ url })] }));
        return undefined;
      },
    },
    {
      name: 'an expired manifest',
      problem: 'expired' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest({ expiresAt: new Date(NOW_MS - 1_000).toISOString() }));
        return undefined;
      },
    },
    {
      name: 'a manifest of another channel',
      problem: 'channel' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest({ channel: 'beta' }));
        return undefined;
      },
    },
    {
      name: 'a redirect of the manifest',
      problem: 'redirect' as const,
      prepare: (world: UpdateWorld) => {
        world.publish(world.manifest());
        const location = `${world.origin}${MANIFEST_PATH}`;
        world.serve('/moved.json', { body: '', status: 301, headers: { location } });
        return { feed: { url: `${world.origin}/moved.json` } };
      },
    },
    {
      name: 'an oversized manifest',
      problem: 'too-large' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(MANIFEST_PATH, { body: 'x'.repeat(300_000) });
        return undefined;
      },
    },
    {
      name: 'a manifest without a signature',
      problem: 'malformed' as const,
      prepare: (world: UpdateWorld) => {
        world.serve(MANIFEST_PATH, { body: JSON.stringify(world.manifest()) });
        return undefined;
      },
    },
  ].map(atCheck(false)),
];

export const updateAttacks: readonly UpdateAttack[] = [...counted, ...others];
