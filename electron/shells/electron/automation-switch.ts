import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const automationSchema = z.object({ driven: z.literal(true) });

/**
 * Returns whether this package was built for test automation. Only such a package can be started with
 * debugger switches. The marker is inside the app's archive, so other programs cannot set it.
 */
export function isAutomationBuild(appPath: string): boolean {
  try {
    const text = readFileSync(join(appPath, 'package.json'), 'utf8');
    return automationSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
