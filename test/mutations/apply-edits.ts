import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, Mutation } from './mutation.ts';

/** Thrown if the text that a mutation replaces does not occur exactly once in its file. */
export class StaleMutationError extends Error {}

/** Applies the edits for `file` to `source`, the content of that file. */
export function applyEdits(source: string, file: string, edits: readonly Edit[]): string {
  let edited = source;
  for (const { find, replace } of edits.filter((edit) => edit.file === file)) {
    const count = find === '' ? 0 : edited.split(find).length - 1;
    if (count !== 1) throw new StaleMutationError(`${file} contains ${JSON.stringify(find)} ${count} times`);
    edited = edited.replace(find, () => replace);
  }
  return edited;
}

/** Returns the mutated source of every file that a mutation edits, by the file's path below `root`. */
export function mutatedSources({ edits }: Mutation, root: string): Map<string, string> {
  const files = [...new Set(edits.map(({ file }) => file))];
  return new Map(
    files.map((file) => [file, applyEdits(readFileSync(join(root, file), 'utf8'), file, edits)]),
  );
}
