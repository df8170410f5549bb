export function installPackages(folder: string): Promise<{ code: number; output: string }>;
