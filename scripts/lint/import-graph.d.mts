import type { Edge } from './cycles.mjs';

export interface ImportGraph {
  readonly files: readonly string[];
  readonly edges: readonly Edge[];
}

export function readImportGraph(root: string, folders: readonly string[]): ImportGraph;

export function loadedBy(path: string, text: string): string[];

export function loadedEdges(graph: Pick<ImportGraph, 'edges'>, read: (path: string) => string): Edge[];
