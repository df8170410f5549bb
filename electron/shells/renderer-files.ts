import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface RendererFile {
  readonly path: string;
  readonly contentType: string;
}

/** The files of the built renderer, by the path of their address. */
export interface RendererFiles {
  /** Null for everything that is not exactly one of the files found at start. */
  find(pathname: string): RendererFile | null;
  readonly pathnames: readonly string[];
  /** Read already, by path; each is given once. */
  readonly ahead?: Map<string, Buffer>;
  /** What is written into a page before it is sent. */
  readonly dress?: (html: string) => string;
}

/** A file of any other kind is not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Reads the folder once. An address is then looked up, never turned into a path: nothing outside the folder has an
 * address, so that there is nothing to traverse to. Links are left out, because they may lead elsewhere.
 * @throws where the folder cannot be read
 */
export function listRendererFiles(root: string, dress?: (html: string) => string): RendererFiles {
  const files = new Map<string, RendererFile>();
  const walk = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const pathname = `${prefix}/${encodeURIComponent(entry.name)}`;
      const contentType = CONTENT_TYPES[extname(entry.name)];
      if (entry.isDirectory()) walk(path, pathname);
      else if (entry.isFile() && contentType !== undefined) files.set(pathname, { path, contentType });
    }
  };
  walk(root, '');
  return {
    find: (pathname) => files.get(pathname === '/' ? '/index.html' : pathname) ?? null,
    pathnames: [...files.keys()],
    ...(dress === undefined ? {} : { dress }),
  };
}
