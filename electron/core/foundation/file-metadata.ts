import { statSync } from 'node:fs';

/**
 * Metadata of a file. `changedNs` changes with every write. A program can set back the size and the modification
 * time, but not this time.
 */
export interface FileMetadata {
  readonly bytes: string;
  readonly modifiedNs: string;
  readonly changedNs: string;
  readonly inode: string;
}

/** Returns null if the file does not exist. */
export function readFileMetadata(file: string): FileMetadata | null {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return null;
  return {
    bytes: `${stat.size}`,
    modifiedNs: `${stat.mtimeNs}`,
    changedNs: `${stat.ctimeNs}`,
    inode: `${stat.ino}`,
  };
}
