import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface RendererFile {
  readonly path: string;
  readonly contentType: string;
}

/** The files of the built renderer, by URL path. */
export interface RendererFiles {
  /** Null unless the path exactly matches a file found at start. */
  find(pathname: string): RendererFile | null;
  readonly pathnames: readonly string[];
  /** Preloaded files by path; each is used once. */
  readonly preloaded?: Map<string, Buffer>;
  /** Changes a page's HTML before it is sent. */
  readonly transformHtml?: (html: string) => string;
}

/** Files of other types are not served. */
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
 * Lists the folder once. A request path is only looked up and never resolved, so path traversal is impossible.
 * Symbolic links are skipped because they may point elsewhere.
 * @throws if the folder cannot be read
 */
export function listRendererFiles(root: string, transformHtml?: (html: string) => string): RendererFiles {
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
    ...(transformHtml === undefined ? {} : { transformHtml }),
  };
}
