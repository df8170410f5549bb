/**
 * Finds groups of two or more nodes that can all reach each other (Tarjan's strongly connected components).
 * @param {readonly { from: string, to: string }[]} edges
 * @returns {string[][]} the groups, ordered by their first node; the nodes of a group are sorted
 */
export function findCycles(edges) {
  const targetsOf = new Map();
  for (const { from, to } of edges) targetsOf.set(from, [...(targetsOf.get(from) ?? []), to]);
  const order = new Map(); // node → position in the order of visits
  const lowest = new Map(); // node → the position of the earliest node on the stack that it can reach
  const stack = [];
  const groups = [];

  function visit(node) {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    for (const to of targetsOf.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(node, Math.min(lowest.get(node), lowest.get(to)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) groups.push(group.sort());
  }

  for (const node of targetsOf.keys()) if (!order.has(node)) visit(node);
  return groups.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the edges with both ends in the same cycle. */
export function edgesInCycles(edges) {
  const groupOf = new Map(findCycles(edges).flatMap((group) => group.map((node) => [node, group])));
  return edges.filter(({ from, to }) => groupOf.has(from) && groupOf.get(from) === groupOf.get(to));
}
