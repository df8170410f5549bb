/** Names by id. */
type Names = ReadonlyMap<string, string>;

export const noNames = (): Names => new Map();

/** Adds the names of items to the names seen before, so the name of a deleted item can still be shown. */
export const withNames = (
  seen: Names,
  items: readonly { readonly id: string; readonly name: string }[],
): Names => new Map([...seen, ...items.map(({ id, name }) => [id, name] as const)]);
