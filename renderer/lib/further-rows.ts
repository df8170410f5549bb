/**
 * Reads further pages of stored rows, until there are `wanted` rows or no more pages.
 *
 * @param first the rows of the first page
 * @param readPage returns the page that begins at an offset
 */
export async function readFurtherRows<Row>(
  first: readonly Row[],
  wanted: number,
  readPage: (offset: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows = [...first];
  while (rows.length > 0 && rows.length < wanted) {
    const page = await readPage(rows.length);
    if (page.length === 0) break;
    rows.push(...page);
  }
  return rows;
}
