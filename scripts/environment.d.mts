export const chromiumArguments: string[];
export function findChromium(): string | null;
export function inMemory(folder?: string): Record<string, string>;
