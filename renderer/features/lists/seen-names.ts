/** Names by id. */
type Names = ReadonlyMap<string, string>;

export const noNames = (): Names => new Map();

/** Adds the names of items to those seen before, so an item can still be named after it was deleted. */
export const withNames = (
  seen: Names,
  items: readonly { readonly id: string; readonly name: string }[],
): Names => new Map([...seen, ...items.map(({ id, name }) => [id, name] as const)]);
