export const chromiumArguments: string[];
export function findChromium(): string | null;
export function memoryTempEnvironment(folder?: string): Record<string, string>;
