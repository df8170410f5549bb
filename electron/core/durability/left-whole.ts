import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SIDE_FILES, sizeOf } from './file-sync.ts';

/** What the file system says of a file. Whoever writes to it changes this, even where its size and its time are put back. */
const traceSchema = z.strictObject({
  /** The newest migration that the app knew. */
  schema: z.int(),
  bytes: z.string(),
  modifiedNs: z.string(),
  changedNs: z.string(),
  inode: z.string(),
});
type Trace = z.infer<typeof traceSchema>;

/** Remembers how a sound database file was left, so that it need not be read through before it is opened again. */
export interface LeftWhole {
  /** Nobody wrote to the file since `note`, and nothing lies beside it. What a disk lost by itself, this cannot tell. */
  isAsLeft(): boolean;
  /** The file was closed and is sound. */
  note(): void;
  /** The file is to be read through at the next opening. */
  forget(): void;
}

/** Breaks a guarantee to prove that the tests find it. Tests only. */
export type LeftWholeDefect = 'trusts-size' | 'trusts-log' | 'trusts-schema';

/** @param newest id of the newest migration of this file */
export function createLeftWhole(file: string, newest: number, plantedDefect?: LeftWholeDefect): LeftWhole {
  const note = `${file}.left`;
  return {
    isAsLeft: () => {
      const kept = readTrace(note);
      const now = traceOf(file, newest);
      const hasSide = SIDE_FILES.slice(1).some((side) => (sizeOf(file + side) ?? 0) > 0);
      if (kept === null || now === null || (hasSide && plantedDefect !== 'trusts-log')) return false;
      if (plantedDefect === 'trusts-size') return kept.bytes === now.bytes;
      if (kept.schema !== now.schema && plantedDefect !== 'trusts-schema') return false;
      return (['bytes', 'modifiedNs', 'changedNs', 'inode'] as const).every(
        (name) => kept[name] === now[name],
      );
    },
    note: () => {
      const trace = traceOf(file, newest);
      try {
        // Torn by a crash it is not JSON, and the file is read through.
        if (trace !== null) writeFileSync(note, JSON.stringify(trace), { mode: 0o600 });
      } catch {
        // A full disk must not keep a file from closing; the older note no longer fits.
      }
    },
    forget: () => rmSync(note, { force: true }),
  };
}

function traceOf(file: string, schema: number): Trace | null {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return null;
  return {
    schema,
    bytes: `${stat.size}`,
    modifiedNs: `${stat.mtimeNs}`,
    changedNs: `${stat.ctimeNs}`,
    inode: `${stat.ino}`,
  };
}

function readTrace(note: string): Trace | null {
  try {
    return traceSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    return null;
  }
}
