import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const automationSchema = z.object({ driven: z.literal(true) });

/**
 * Whether this package was built for test automation, the only kind that starts with debugger switches. The
 * marker is inside the archive, so nothing outside can set it.
 */
export function isAutomationBuild(appPath: string): boolean {
  try {
    const text = readFileSync(join(appPath, 'package.json'), 'utf8');
    return automationSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
