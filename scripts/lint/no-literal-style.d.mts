export function literalStyles(source: string): { index: number; text: string; where: string }[];
