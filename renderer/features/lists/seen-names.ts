/** Adds the names of items to those seen before, so that an item can still be named after it was deleted. */
export const withNames = (
  seen: ReadonlyMap<string, string>,
  items: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> => new Map([...seen, ...items.map(({ id, name }) => [id, name] as const)]);
