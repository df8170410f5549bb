import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const INDEX_HTML =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>Roundwatch</title>';

/**
 * Creates a folder `root` with a minimal built renderer, and a secret file outside that folder. `root` also
 * contains two files that must not be served: a symbolic link to the secret, and a file of an unknown type.
 */
export function makeRendererFolder(): { root: string; secret: string } {
  const base = mkdtempSync(join(tmpdir(), 'roundwatch-renderer-'));
  const root = join(base, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), INDEX_HTML);
  writeFileSync(join(root, 'assets/index-Ab1.js'), 'export {};');
  writeFileSync(join(root, 'assets/index-Ab1.css'), 'body{}');
  writeFileSync(join(root, 'assets/inter.woff2'), 'font');
  writeFileSync(join(root, 'assets/notes.map'), 'a source map');
  const secret = 'outside the renderer';
  writeFileSync(join(base, 'secret.js'), secret);
  symlinkSync(join(base, 'secret.js'), join(root, 'assets/link.js'));
  return { root, secret };
}
