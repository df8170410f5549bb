export const chromiumArguments: string[];
export const node24: string;
export const nodePackage: string | undefined;
export function findChromium(): string | null;
export function findTestBrowser(): string | null;
export function memoryTempEnvironment(folder?: string): Record<string, string>;
export function findOnPath(...names: string[]): string | null;
