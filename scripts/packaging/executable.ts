import { join } from 'node:path';

export type System = 'linux' | 'darwin' | 'win32';

export const systemOf = (name: string): System => (name === 'darwin' || name === 'win32' ? name : 'linux');

/** Returns the paths of the executable and the resources in a packaged folder. */
export function partsOf(
  folder: string,
  system: System,
): { readonly executable: string; readonly resources: string } {
  if (system === 'darwin') {
    const contents = join(folder, 'Roundwatch.app', 'Contents');
    return { executable: join(contents, 'MacOS', 'Roundwatch'), resources: join(contents, 'Resources') };
  }
  const executable = join(folder, system === 'win32' ? 'Roundwatch.exe' : 'roundwatch');
  return { executable, resources: join(folder, 'resources') };
}
