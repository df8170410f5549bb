import { createWorld, type GrowingWorld, type WorldOptions } from '../../../electron/simulator/data/world.ts';

/*
 * Shares generated companies between simulators with the same options in one process. Companies depend only
 * on the options and never change, and generating 3,000 of them takes 200 ms.
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
