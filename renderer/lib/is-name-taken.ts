interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns whether another item has this name, ignoring case and surrounding space. */
export function isNameTaken(all: readonly Named[], name: string, exceptId: string | null): boolean {
  const wanted = name.trim().toLowerCase();
  return all.some((each) => each.id !== exceptId && each.name.toLowerCase() === wanted);
}
