/** better-sqlite3 needs Node-API 10; an older Node crashes instead of refusing it. */
const NODE_MAJOR_MIN = 22;

/** Why this Node cannot run the app, or null. Electron has its own Node and its own check. */
export function nodeRefusal(versions: Readonly<Record<string, string | undefined>>): string | null {
  const { node = '', electron } = versions;
  if (electron !== undefined || Number.parseInt(node, 10) >= NODE_MAJOR_MIN) return null;
  return `needs Node.js ${NODE_MAJOR_MIN} or newer; this is ${node}.`;
}
