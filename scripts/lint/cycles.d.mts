export interface Edge {
  readonly from: string;
  readonly to: string;
}

export function findCycles(edges: readonly Edge[]): string[][];
export function edgesInCycles(edges: readonly Edge[]): Edge[];
