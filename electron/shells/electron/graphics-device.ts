import { existsSync } from 'node:fs';

/** Device files of graphics drivers on Linux: most drivers, NVIDIA's own, WSL, and two kinds of ARM chips. */
const DEVICES = ['/dev/dri', '/dev/nvidiactl', '/dev/dxg', '/dev/mali0', '/dev/kgsl-3d0'];

/**
 * Returns whether the computer may have a graphics device. Without one, Chromium would start a process that
 * tries to use it, wait until that process has failed, and only then start the process that draws without it.
 *
 * @param exists returns whether a file exists
 */
export const hasGraphicsDevice = (platform: NodeJS.Platform, exists = existsSync): boolean =>
  platform !== 'linux' || DEVICES.some((device) => exists(device));
