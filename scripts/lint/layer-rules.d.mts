import type { Edge } from './cycles.mjs';
import type { ImportGraph } from './import-graph.mjs';

export interface Violation extends Edge {
  readonly rule: 'file-cycle' | 'folder-cycle' | 'importer' | 'layer';
  readonly note: string;
}

export interface LayerTable {
  readonly root: string;
  readonly rows: readonly (readonly string[])[];
  readonly restricted: Readonly<Record<string, readonly string[]>>;
  readonly importers?: Readonly<Record<string, readonly string[]>>;
}

export function findViolations(
  graph: ImportGraph,
  tables: readonly LayerTable[],
): { violations: Violation[]; problems: string[] };

export function lineOf(violation: Edge & Pick<Violation, 'rule'>): string;

export function compare(
  violations: readonly Violation[],
  exceptions: readonly string[],
): { added: Violation[]; stale: string[] };

export function renameIn(exceptions: readonly string[], old: string, renamed: string): string[];
