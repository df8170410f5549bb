import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { notWritableError } from './lock.mjs';

/** Stamps are small files that record which work has been completed, and from which inputs. */

export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

export function writeStamp(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw notWritableError(dirname(file), error);
  }
}
