/** better-sqlite3 needs Node-API 10. An older version of Node crashes when loading it. */
const NODE_MAJOR_MIN = 22;

/**
 * Returns why this version of Node cannot run the app; null if it can. Electron has its own version of Node.
 */
export function nodeRefusal(versions: Readonly<Record<string, string | undefined>>): string | null {
  const { node = '', electron } = versions;
  if (electron !== undefined || Number.parseInt(node, 10) >= NODE_MAJOR_MIN) return null;
  return `needs Node.js ${NODE_MAJOR_MIN} or newer; this is ${node}.`;
}
