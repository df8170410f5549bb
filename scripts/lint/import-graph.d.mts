import type { Edge } from './cycles.mjs';

export interface ImportGraph {
  readonly files: readonly string[];
  readonly edges: readonly Edge[];
}

export function readImportGraph(root: string, folders: readonly string[]): ImportGraph;
