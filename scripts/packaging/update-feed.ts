import { publicKeyOf } from '../../electron/core/updates/signed-manifest.ts';
import type { BuiltUpdates } from '../../electron/shells/electron/update-ports.ts';
import { PRODUCT } from '../../shared/product.ts';
import { placeholdersIn } from './release-check.ts';

/**
 * Returns the update settings to build into the app (ADR 98). Without `ROUNDWATCH_UPDATE_FEED`, the app has
 * no address for updates.
 *
 * @throws Error if the address is not an `https:` address, or if the key is missing or is not an Ed25519 key
 */
export function updateSettingsOf(env: Readonly<Record<string, string | undefined>>): BuiltUpdates {
  const homepage = placeholdersIn(PRODUCT).includes('homepage') ? null : PRODUCT.homepage;
  const url = env['ROUNDWATCH_UPDATE_FEED'] ?? '';
  if (url === '') return { feed: null, homepage };
  if (new URL(url).protocol !== 'https:') throw new Error('ROUNDWATCH_UPDATE_FEED must be an https: address');
  const publicKey = env['ROUNDWATCH_UPDATE_KEY'] ?? '';
  publicKeyOf(publicKey);
  return { feed: { url, publicKey, channel: env['ROUNDWATCH_UPDATE_CHANNEL'] || 'stable' }, homepage };
}
