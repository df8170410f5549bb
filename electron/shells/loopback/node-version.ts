/** better-sqlite3 needs Node-API 10. Older versions of Node crash when loading it. */
const NODE_MAJOR_MIN = 22;

/**
 * Returns why the app cannot run on this version of Node; null if it can. Electron has its own version of
 * Node.
 */
export function nodeRefusal(versions: Readonly<Record<string, string | undefined>>): string | null {
  const { node = '', electron } = versions;
  if (electron !== undefined || Number.parseInt(node, 10) >= NODE_MAJOR_MIN) return null;
  return `needs Node.js ${NODE_MAJOR_MIN} or newer; this is ${node}.`;
}
