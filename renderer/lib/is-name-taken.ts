interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whether another of the seller's things bears this name; capitals and space around it make no other name. */
export function isNameTaken(all: readonly Named[], name: string, exceptId: string | null): boolean {
  const wanted = name.trim().toLowerCase();
  return all.some((each) => each.id !== exceptId && each.name.toLowerCase() === wanted);
}
