import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publicKeyOf } from '../../electron/core/updates/signed-manifest.ts';
import type { BuiltUpdates } from '../../electron/shells/electron/update-ports.ts';

/**
 * Returns the settings for updates that are built into the app (ADR 98). Without `ROUNDWATCH_UPDATE_FEED`, the
 * app has no address for updates.
 *
 * @param root the folder of the repository
 * @throws Error if the address is not an `https:` address, or if the key is missing or no Ed25519 key
 */
export function updateSettingsOf(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): BuiltUpdates {
  const homepage = homepageOf(root);
  const url = env['ROUNDWATCH_UPDATE_FEED'] ?? '';
  if (url === '') return { feed: null, homepage };
  if (new URL(url).protocol !== 'https:') throw new Error('ROUNDWATCH_UPDATE_FEED must be an https: address');
  const publicKey = env['ROUNDWATCH_UPDATE_KEY'] ?? '';
  publicKeyOf(publicKey);
  return { feed: { url, publicKey, channel: env['ROUNDWATCH_UPDATE_CHANNEL'] || 'stable' }, homepage };
}

const packageSchema = z.object({ homepage: z.httpUrl().optional() });

const homepageOf = (root: string): string | null =>
  packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).homepage ?? null;
