import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PLANTS, type Plant } from './planted.ts';

/** How a planted defect fared. */
export interface Verdict {
  readonly plant: Plant;
  readonly isCaught: boolean;
  /** What the rows said, or why it counts for nothing. */
  readonly words: string;
}

const CHILD = fileURLToPath(new URL('planted-child.ts', import.meta.url));
const CHILD_TIMEOUT_MS = 60_000;

/** Plants each defect in a process of its own; the same rows run once without any. */
export async function runPlants(width: number): Promise<Verdict[]> {
  const ids = [...new Set(PLANTS.flatMap(({ rows }) => rows))];
  const waiting: (Plant | null)[] = [null, ...PLANTS];
  const results = new Map<Plant | null, Ended>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next, await runChild(next?.name ?? '-', next?.rows ?? ids));
  };
  await Promise.all(Array.from({ length: width }, worker));
  const without = results.get(null);
  return PLANTS.map((plant) => judge(plant, results.get(plant), without));
}

interface Ended {
  /** Messages by row; null: the child did not come to an end. */
  readonly failed: Readonly<Record<string, string>> | null;
  readonly words: string;
}

function judge(plant: Plant, planted: Ended | undefined, without: Ended | undefined): Verdict {
  const miss = (words: string): Verdict => ({ plant, isCaught: false, words });
  if (!planted?.failed || !without?.failed)
    return miss(planted?.failed ? (without?.words ?? '') : (planted?.words ?? ''));
  const { failed } = without;
  const already = plant.rows.filter((id) => id in failed);
  if (already.length > 0) return miss(`${already.join(', ')} failed without it: ${failed[already[0] ?? '']}`);
  const { failed: found } = planted;
  const silent = plant.rows.filter((id) => !(id in found));
  if (silent.length > 0) return miss(`${silent.join(', ')} did not notice it`);
  return { plant, isCaught: true, words: plant.rows.join(', ') };
}

/** West of Greenwich, where a date read as local time is the day before. */
const TIME_ZONE = 'America/New_York';

const runChild = (name: string, ids: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, TZ: TIME_ZONE, NODE_OPTIONS: '' }, timeout: CHILD_TIMEOUT_MS };
    execFile(process.execPath, [CHILD, name, ...ids], options, (error, stdout, stderr) => {
      const line = stdout.trim().split('\n').at(-1) ?? '';
      if (error === null && line.startsWith('{')) return resolve({ ...parseEnded(line), words: '' });
      resolve({ failed: null, words: stderr.trim().split('\n').at(-1) ?? 'the process failed' });
    });
  });

function parseEnded(line: string): Pick<Ended, 'failed'> {
  const value: unknown = JSON.parse(line);
  const failed: unknown = Reflect.get(Object(value), 'failed');
  return {
    failed: Object.fromEntries(Object.entries(Object(failed)).map(([id, words]) => [id, String(words)])),
  };
}
