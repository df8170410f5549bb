import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readFileMetadata } from '../foundation/file-metadata.ts';
import { SIDE_FILES, sizeOf } from './durable-files.ts';

/** The newest migration and the metadata of a database file. */
const traceSchema = z.strictObject({
  /** Id of the newest migration known to the app. */
  schema: z.int(),
  bytes: z.string(),
  modifiedNs: z.string(),
  changedNs: z.string(),
  inode: z.string(),
});
type Trace = z.infer<typeof traceSchema>;

/**
 * Records the state of an intact database file. If the file has the same state when it is next opened, the
 * full check can be skipped.
 */
export interface CleanShutdownMarker {
  /**
   * Returns whether the file is unchanged since the last call of `note`, and its side files are missing or
   * empty. Compares only metadata, so it does not notice errors of the disk.
   */
  isAsLeft(): boolean;
  /** Records that the file was intact when it was closed. */
  note(): void;
  /** Forces a full check of the file the next time it is opened. */
  forget(): void;
}

/** @param newest id of the newest migration for this file */
export function createCleanShutdownMarker(file: string, newest: number): CleanShutdownMarker {
  const note = `${file}.left`;
  return {
    isAsLeft: () => {
      const recorded = readTrace(note);
      const now = traceOf(file, newest);
      const hasSide = SIDE_FILES.slice(1).some((side) => (sizeOf(file + side) ?? 0) > 0);
      if (recorded === null || now === null || hasSide || recorded.schema !== now.schema) return false;
      return (['bytes', 'modifiedNs', 'changedNs', 'inode'] as const).every(
        (name) => recorded[name] === now[name],
      );
    },
    note: () => {
      const trace = traceOf(file, newest);
      try {
        // A crash during this write leaves invalid JSON in the marker. The database file is then checked the
        // next time it is opened.
        if (trace !== null) writeFileSync(note, JSON.stringify(trace), { mode: 0o600 });
      } catch {
        // The app must be able to close the file even if the disk is full. The old marker then remains and
        // does not match the file, so the file is checked the next time it is opened.
      }
    },
    forget: () => rmSync(note, { force: true }),
  };
}

function traceOf(file: string, schema: number): Trace | null {
  const metadata = readFileMetadata(file);
  return metadata === null ? null : { schema, ...metadata };
}

function readTrace(note: string): Trace | null {
  try {
    return traceSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    return null;
  }
}
