import { describe, expect, it } from 'vitest';
import { hasGraphicsDevice } from '../../../../electron/shells/electron/graphics-device.ts';

const without = (): boolean => false;

describe('graphics device', () => {
  it.each(['/dev/dri', '/dev/nvidiactl', '/dev/dxg', '/dev/mali0', '/dev/kgsl-3d0', '/dev/nvmap'])(
    'is found on Linux by its file %s',
    (file) => {
      expect(hasGraphicsDevice('linux', (path) => path === file)).toBe(true);
    },
  );

  it('is missing on Linux if no driver has created a file', () => {
    expect(hasGraphicsDevice('linux', without)).toBe(false);
  });

  it.each(['win32', 'darwin'] as const)('is assumed on %s', (platform) => {
    expect(hasGraphicsDevice(platform, without)).toBe(true);
  });
});
