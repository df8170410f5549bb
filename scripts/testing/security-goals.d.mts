export type FigureId =
  | ('A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'C2' | 'C3' | 'C4' | 'C5' | 'C6' | 'C7' | 'C8' | 'C9' | 'C10')
  | ('E1' | 'I1' | 'I2' | 'K1' | 'K2' | 'K3' | 'K4' | 'M1' | 'C11' | 'P0' | 'P1' | 'P2' | 'S1')
  | ('S2' | 'S3' | 'T1' | 'T2' | 'T3' | 'T4' | 'W1' | 'W5' | 'X1' | 'X2');
export declare const securityGoals: Readonly<
  Record<FigureId, { readonly of: string; readonly goal: string }>
>;
