import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A file system operation of the traced process. Paths are relative to the traced folder. */
export type DiskOp =
  | { readonly kind: 'create'; readonly path: string; readonly truncate: boolean }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'size'; readonly path: string; readonly length: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** A line that the process printed to acknowledge a write. */
  | { readonly kind: 'acknowledged'; readonly line: string };

const CALLS = [
  'openat',
  'open',
  'creat',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'ftruncate',
  'truncate',
  'fsync',
  'fdatasync',
  'unlink',
  'unlinkat',
  'rename',
  'renameat',
  'renameat2',
  'mkdir',
  'mkdirat',
  'copy_file_range',
  'sendfile',
  'ioctl',
  'lseek',
  'rmdir',
  'fallocate',
  'link',
  'linkat',
];

/** Returns why this machine cannot trace processes, or null if it can. */
export function tracingObstacle(): string | null {
  const tried = spawnSync('strace', ['-e', 'trace=fsync', 'true'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'strace is not installed';
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim().slice(0, 200)}`;
}

/** Runs `command` until it exits, and returns its file operations in `folder`. */
export function trace(command: readonly string[], folder: string): DiskOp[] {
  const logs = `${folder}-trace`;
  mkdirSync(logs, { recursive: true });
  try {
    const flags = ['-ff', '--seccomp-bpf', '-y', '-xx', '-s', '67108864', '-e', `trace=${CALLS.join()}`];
    const ran = spawnSync('strace', [...flags, '-o', join(logs, 'log'), '--', ...command], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (ran.stderr.includes('Error')) throw new Error(ran.stderr);
    const perThread = readdirSync(logs).map((name) => read(join(logs, name), folder));
    const [ops, ...others] = perThread.filter((each) => each.length > 0).sort((a, b) => b.length - a.length);
    // strace records each thread separately, so the order of writes by two threads is unknown. The test
    // therefore allows only one thread to write.
    if (ops === undefined || others.length > 0) throw new Error('more than one thread wrote, or none did');
    return ops;
  } finally {
    rmSync(logs, { recursive: true, force: true });
  }
}

/**
 * Runs `command` on a disk that becomes full: the command's `nth` write to a database file fails with ENOSPC,
 * and so do all later writes. Returns the writes that the command acknowledged, and its error output
 * (`failed`).
 */
export function runUntilFull(
  command: readonly string[],
  nth: number,
): { acknowledged: string[]; failed: string } {
  const inject = ['-e', 'trace=pwrite64', '-e', `inject=pwrite64:error=ENOSPC:when=${nth}+`];
  const ran = spawnSync('strace', ['-f', '--seccomp-bpf', ...inject, '-o', '/dev/null', '--', ...command], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { acknowledged: ran.stdout.split('\n').filter((line) => line.endsWith('}')), failed: ran.stderr };
}

const text = (hex: string): string => bytesOf(hex).toString();
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

function read(file: string, folder: string): DiskOp[] {
  const reader = createReader(folder);
  for (const line of readFileSync(file, 'latin1').split('\n')) reader.line(line);
  return reader.ops;
}

const LINE = /^(\w+)\((.*)\)\s+= (-?\d+)(?:<([^>]*)>)?/;

/**
 * Parses the trace of the system calls that SQLite and Node make. Throws if any other system call touches the
 * folder, because that operation would be missing from the list.
 */
function createReader(folder: string): { ops: DiskOp[]; line(line: string): void } {
  const ops: DiskOp[] = [];
  const offsets = new Map<string, number>();
  const below = (path: string): string | null =>
    path === folder ? '' : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  const descriptor = (argument: string): string | null => {
    const parts = /^-?\w+<([^>]*)>/.exec(argument);
    return parts?.[1] === undefined ? null : below(text(parts[1]));
  };
  const pathOf = (argument: string): string | null => {
    const parts = /^"([^"]*)"/.exec(argument);
    return parts?.[1] === undefined ? null : below(text(parts[1]));
  };
  const open = (args: string[], result: string | undefined): void => {
    const path = result === undefined ? null : below(text(result));
    const flags = args.find((argument) => argument.includes('O_')) ?? '';
    offsets.set(path ?? '', 0);
    if (path === null || (!flags.includes('O_CREAT') && !flags.includes('O_TRUNC'))) return;
    ops.push({ kind: 'create', path, truncate: flags.includes('O_TRUNC') });
  };
  const write = (args: string[]): void => {
    const [to = '', data = ''] = args;
    if (to.startsWith('1<')) {
      const line = text(data.slice(1, data.lastIndexOf('"')));
      if (line.startsWith('{')) ops.push({ kind: 'acknowledged', line });
      return;
    }
    const path = descriptor(to);
    if (path === null) return;
    const bytes = bytesOf(data.slice(1, data.lastIndexOf('"')));
    const at = offsets.get(path) ?? 0;
    offsets.set(path, at + bytes.length);
    ops.push({ kind: 'write', path, at, bytes });
  };
  const positioned = (args: string[]): void => {
    const [to = '', data = '', , at] = args;
    const path = descriptor(to);
    if (path === null) return;
    ops.push({ kind: 'write', path, at: Number(at), bytes: bytesOf(data.slice(1, data.lastIndexOf('"'))) });
  };
  const copied = (args: string[]): void => {
    const paths = args.map(descriptor).filter((path) => path !== null);
    const [first, second] = paths;
    if (first === undefined || second === undefined) return;
    ops.push({ kind: 'copy', from: first, to: second });
  };
  const one = (args: string[], make: (path: string) => DiskOp): void => {
    const path = descriptor(args[0] ?? '') ?? args.map(pathOf).find((each) => each !== null) ?? null;
    if (path !== null) ops.push(make(path));
  };
  const handlers: Readonly<Record<string, (args: string[], result?: string) => void>> = {
    openat: open,
    open,
    write,
    pwrite64: positioned,
    copy_file_range: copied,
    ftruncate: (args) => one(args, (path) => ({ kind: 'size', path, length: Number(args[1]) })),
    fsync: (args) => one(args, (path) => ({ kind: 'sync', path })),
    fdatasync: (args) => one(args, (path) => ({ kind: 'sync', path })),
    unlink: (args) => one(args, (path) => ({ kind: 'remove', path })),
    mkdir: (args) => one(args, (path) => ({ kind: 'folder', path })),
    rename: (args) => {
      const [from, to] = args.map(pathOf);
      if (from != null && to != null) ops.push({ kind: 'rename', from, to });
    },
    // Before Node copies a file, it tries a reflink through `ioctl`, which fails on many file systems.
    ioctl: () => undefined,
    lseek: () => undefined,
  };
  return {
    ops,
    line: (line) => {
      const parts = LINE.exec(line);
      if (parts === null) return;
      const [, call = '', list = '', status = '', result] = parts;
      if (status.startsWith('-')) return;
      const args = list.split(', ');
      const handler = handlers[call];
      if (handler !== undefined) return handler(args, result);
      const touched = args.map((argument) => descriptor(argument) ?? pathOf(argument));
      if (touched.some((path) => path !== null))
        throw new Error(`unknown system call: ${line.slice(0, 300)}`);
    },
  };
}
