import { existsSync } from 'node:fs';

/** Device files of graphics drivers on Linux: most drivers, NVIDIA's own, WSL, and drivers of ARM chips. */
const DEVICES = [
  '/dev/dri',
  '/dev/nvidiactl',
  '/dev/dxg',
  '/dev/mali0',
  '/dev/kgsl-3d0',
  '/dev/pvrsrvkm',
  '/dev/galcore',
  '/dev/nvmap',
];

/**
 * Returns whether the computer may have a graphics device. Without one, Chromium would start a process that
 * tries to use one, wait until it has failed, and only then start a process that draws in software.
 *
 * @param exists returns whether a file exists
 */
export const hasGraphicsDevice = (platform: NodeJS.Platform, exists = existsSync): boolean =>
  platform !== 'linux' || DEVICES.some((device) => exists(device));
