export function refusal(path: string, specifier: string): string | null;
