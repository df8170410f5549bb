import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

interface RendererFile {
  readonly path: string;
  readonly contentType: string;
}

/** The files of the built renderer, by URL path. */
export interface RendererFiles {
  /** Returns the file at a URL path; null if no such file was listed at startup. */
  find(pathname: string): RendererFile | null;
  readonly pathnames: readonly string[];
  /** Contents of preloaded files, by path. An entry is removed when its file is requested. */
  readonly preloaded?: Map<string, Buffer>;
  /** Changes the HTML of a page before it is sent. */
  readonly transformHtml?: (html: string) => string;
}

/** Content types by file extension. Files with other extensions are not served. */
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
 * Lists the files in a folder. Only listed files are served, so path traversal is impossible. Symbolic links
 * are skipped, because they may point outside the folder.
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
