export const chromiumArguments: string[];
export function findChromium(): string | null;
