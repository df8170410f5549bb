import { createWorld, type GrowingWorld, type WorldOptions } from '../../../electron/simulator/data/world.ts';

/*
 * Shares generated companies between simulators in one process that have the same options. This is possible
 * because companies depend only on the options and never change. Generating 3,000 companies takes 200 ms.
 */

const worlds = new Map<string, GrowingWorld>();

export function sharedWorld(options: WorldOptions): GrowingWorld {
  const key = [options.seed, options.companies, options.epochMs].join(' ');
  const known = worlds.get(key);
  if (known !== undefined) return known;
  const world = createWorld(options);
  worlds.set(key, world);
  return world;
}
