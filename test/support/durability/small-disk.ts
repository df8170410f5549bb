import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** A mounted in-memory disk. Its size can be changed while files on it are in use. */
export interface SmallDisk {
  readonly path: string;
  /** Resizes the disk to leave about `bytes` bytes free. The size is a multiple of 4 KB. */
  leave(bytes: number): void;
  readOnly(): void;
  writable(): void;
  dispose(): void;
}

const mount = (args: readonly string[]): string | null => {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
};

/** Mounts a small disk at `path`. If the system cannot mount it, returns the reason as text. */
export function mountSmallDisk(path: string): SmallDisk | string {
  if (process.platform !== 'linux') return 'only Linux mounts a disk in memory this way';
  mkdirSync(path, { recursive: true });
  const refused = mount(['-t', 'tmpfs', '-o', 'size=192m,nr_inodes=100k', 'tmpfs', path]);
  if (refused !== null) return `cannot mount a small disk: ${refused.slice(0, 200)}`;
  return {
    path,
    leave: (bytes) => {
      const { blocks, bfree, bsize } = statfsSync(path);
      const size = (blocks - bfree) * bsize + bytes;
      const problem = mount(['-o', `remount,size=${Math.ceil(size / 1_024)}k`, path]);
      if (problem !== null) throw new Error(`cannot resize the small disk: ${problem}`);
    },
    readOnly: () => {
      const problem = mount(['-o', 'remount,ro', path]);
      if (problem !== null) throw new Error(`cannot make the small disk read-only: ${problem}`);
    },
    writable: () => {
      const problem = mount(['-o', 'remount,rw', path]);
      if (problem !== null) throw new Error(`cannot make the small disk writable: ${problem}`);
    },
    dispose: () => void spawnSync('umount', ['-l', path]),
  };
}
