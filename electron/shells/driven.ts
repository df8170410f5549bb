import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const drivenSchema = z.object({ driven: z.literal(true) });

/**
 * Whether this package was made to be driven by tests, which is the only kind that starts with a debugger's switches. It says
 * so inside its archive, and nothing is loaded from outside of that.
 */
export function isDriven(appPath: string): boolean {
  try {
    const text = readFileSync(join(appPath, 'package.json'), 'utf8');
    return drivenSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
