export function isSameCode(one: string, other: string): boolean;
