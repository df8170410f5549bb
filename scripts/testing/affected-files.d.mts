import type { ImportGraph } from '../lint/import-graph.mjs';

export function affectedBy(
  changed: readonly string[],
  graph: ImportGraph,
  read: (path: string) => string,
  isIgnored?: (path: string) => boolean,
): ReadonlySet<string> | null;

export function runsFor(
  affected: ReadonlySet<string> | null,
  isWanted: (file: string) => boolean,
  all: readonly string[],
): readonly (readonly string[])[];
