import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const INDEX_HTML =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>Roundwatch</title>';

/**
 * Creates a minimal built renderer. A secret file lies next to its folder. Inside are a symbolic link to the
 * secret and a file of an unknown type, neither of which may be served.
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
