export function makeCodeCache(): Promise<string | null>;
