export const builtModules: Readonly<Record<string, unknown>>;
export function compileKeychain(folder: string): Promise<{ code: number; output: string }>;
