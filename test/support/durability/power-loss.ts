import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskOp } from './disk-trace.ts';

/*
 * Models a disk that guarantees only synced data. In a power loss, any unsynced change to a file may be lost,
 * partly written, or written out of order. Creations, renames and deletions reach the disk in order, so a
 * power loss undoes a random number of the newest unsynced ones.
 */

const SECTOR_BYTES = 512;

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly cutTo: number };

interface Inode {
  durable: Buffer;
  pending: Change[];
}
type NameChange =
  | { readonly kind: 'set'; readonly path: string; readonly inode: Inode }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly inode: Inode };

/** Returns the next random whole number in [0, below). The sequence depends only on the seed. */
export type Dice = (below: number) => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function applied(content: Buffer, change: Change): Buffer {
  if ('cutTo' in change) {
    const next = Buffer.alloc(change.cutTo);
    content.copy(next, 0, 0, change.cutTo);
    return next;
  }
  const size = Math.max(content.length, change.at + change.bytes.length);
  const next =
    size === content.length ? content : Buffer.concat([content, Buffer.alloc(size - content.length)]);
  change.bytes.copy(next, change.at);
  return next;
}

/** Returns the parts of a write that reached the disk before a power loss: sectors chosen at random. */
function torn(change: Change, throwDice: Dice): Change[] {
  if ('cutTo' in change) return [];
  const parts: Change[] = [];
  const { at, bytes } = change;
  for (let from = 0; from < bytes.length;) {
    // Sectors are aligned to the disk, not to the start of the write.
    const to = Math.min(bytes.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES));
    if (throwDice(2) === 0) parts.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}

/**
 * Selects at random which unsynced changes, or parts of them, reached the disk before a power loss, and
 * returns them.
 */
function survivors(pending: readonly Change[], throwDice: Dice): Change[] {
  switch (throwDice(5)) {
    case 0:
      return [];
    case 1:
      return [...pending];
    case 2:
      return pending.slice(0, throwDice(pending.length + 1));
    case 3:
      return pending.filter(() => throwDice(2) === 0);
    default:
      return pending.flatMap((change) =>
        throwDice(3) === 0 ? torn(change, throwDice) : throwDice(2) === 0 ? [change] : [],
      );
  }
}

export interface CrashedDisk {
  /** Lines that the process printed before the power loss. Each line acknowledges one write. */
  readonly acknowledged: readonly string[];
  /** Writes the files to `folder` as they were after the power loss. */
  write(folder: string): void;
}

/**
 * Returns one of the states in which the disk may be after a power loss that follows the first `upTo`
 * operations.
 */
export function crashAfter(ops: readonly DiskOp[], upTo: number, throwDice: Dice): CrashedDisk {
  const disk = createDisk();
  const acknowledged: string[] = [];
  for (const op of ops.slice(0, upTo))
    if (op.kind === 'acknowledged') acknowledged.push(op.line);
    else disk.apply(op);
  return { acknowledged, write: (folder) => disk.writeAfterLoss(folder, throwDice) };
}

function createDisk() {
  const names = new Map<string, Inode>();
  const durableNames = new Map<string, Inode>();
  const pendingNames: NameChange[] = [];
  const folders = new Set<string>();
  const inodeAt = (path: string): Inode => {
    const inode = names.get(path);
    if (inode === undefined) throw new Error(`${path} was never created`);
    return inode;
  };
  const contentOf = ({ durable, pending }: Inode): Buffer =>
    pending.reduce<Buffer>((content, change) => applied(content, change), Buffer.from(durable));
  const settleNames = (count: number): void => {
    for (const change of pendingNames.splice(0, count)) {
      if (change.kind === 'set') durableNames.set(change.path, change.inode);
      else if (change.kind === 'remove') durableNames.delete(change.path);
      else {
        durableNames.delete(change.from);
        durableNames.set(change.to, change.inode);
      }
    }
  };
  const create = (path: string, truncate: boolean): void => {
    const known = names.get(path);
    if (known === undefined) {
      const inode: Inode = { durable: Buffer.alloc(0), pending: [] };
      names.set(path, inode);
      pendingNames.push({ kind: 'set', path, inode });
    } else if (truncate) known.pending.push({ cutTo: 0 });
  };
  const sync = (path: string): void => {
    const inode = names.get(path);
    if (inode === undefined) {
      // This path is a folder. File systems write the name changes of all folders to one journal in order, so
      // syncing a folder persists all earlier name changes.
      settleNames(pendingNames.length);
      return;
    }
    inode.durable = contentOf(inode);
    inode.pending = [];
  };
  return {
    apply: (op: Exclude<DiskOp, { kind: 'acknowledged' }>): void => {
      if (op.kind === 'folder') folders.add(op.path);
      else if (op.kind === 'create') create(op.path, op.truncate);
      else if (op.kind === 'write') inodeAt(op.path).pending.push({ at: op.at, bytes: op.bytes });
      else if (op.kind === 'size') inodeAt(op.path).pending.push({ cutTo: op.length });
      else if (op.kind === 'copy') inodeAt(op.to).pending.push({ at: 0, bytes: contentOf(inodeAt(op.from)) });
      else if (op.kind === 'sync') sync(op.path);
      else if (op.kind === 'remove') {
        names.delete(op.path);
        pendingNames.push({ kind: 'remove', path: op.path });
      } else {
        const inode = inodeAt(op.from);
        names.delete(op.from);
        names.set(op.to, inode);
        pendingNames.push({ kind: 'rename', from: op.from, to: op.to, inode });
      }
    },
    writeAfterLoss: (folder: string, throwDice: Dice): void => {
      settleNames(throwDice(pendingNames.length + 1));
      for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
      for (const [path, inode] of durableNames) {
        // Omits `-shm` files, which are shared memory. They need not survive, because SQLite rebuilds them.
        if (path.endsWith('-shm')) continue;
        const content = survivors(inode.pending, throwDice).reduce<Buffer>(
          (content, change) => applied(content, change),
          Buffer.from(inode.durable),
        );
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    },
  };
}
