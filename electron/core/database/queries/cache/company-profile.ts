import { insertRows, rowInsert } from '../../insert-rows.ts';
import { all, get, num, run, text, textOrNull, type ReadDb, type WriteDb } from '../../sql.ts';

/* Queries that read and write the industries and tags of companies. */

export interface StoredTag {
  readonly tagId: string | null;
  readonly name: string;
  readonly slug: string | null;
  readonly category: string | null;
}

export function industriesOf(db: ReadDb, companyId: string): string[] {
  return all(db, 'SELECT name FROM company_industry WHERE company_id = :companyId ORDER BY position', {
    companyId,
  }).map((row) => text(row, 'name'));
}

export function replaceIndustries(db: WriteDb, companyId: string, industries: readonly string[]): void {
  run(db, 'DELETE FROM company_industry WHERE company_id = :companyId', { companyId });
  addIndustries(db, [{ companyId, industries }]);
}

const INSERT_INDUSTRIES = rowInsert(
  'INSERT INTO company_industry (company_id, position, name) VALUES (:companyId, :position, :name)',
);

/** Inserts industries for companies that have no stored industries. */
export function addIndustries(
  db: WriteDb,
  companies: readonly { readonly companyId: string; readonly industries: readonly string[] }[],
): void {
  insertRows(
    db,
    INSERT_INDUSTRIES,
    companies.flatMap(({ companyId, industries }) =>
      industries.map((name, position) => ({ companyId, position, name })),
    ),
  );
}

export function tagsOf(db: ReadDb, companyId: string): StoredTag[] {
  return all(
    db,
    `SELECT tag.tag_id, tag.name, tag.slug, tag.category FROM company_tag JOIN tag USING (tag_key)
     WHERE company_tag.company_id = :companyId ORDER BY company_tag.position`,
    { companyId },
  ).map((row) => ({
    tagId: textOrNull(row, 'tag_id'),
    name: text(row, 'name'),
    slug: textOrNull(row, 'slug'),
    category: textOrNull(row, 'category'),
  }));
}

export function replaceTags(db: WriteDb, companyId: string, tags: readonly StoredTag[]): void {
  run(db, 'DELETE FROM company_tag WHERE company_id = :companyId', { companyId });
  addTags(db, [{ companyId, tagKeys: tags.map(createTagKeys(db)) }]);
}

const INSERT_TAGS = rowInsert(
  'INSERT INTO company_tag (company_id, position, tag_key) VALUES (:companyId, :position, :tagKey)',
);

/**
 * Inserts the tags of companies that have no stored tags. If a key occurs several times for a company, it is
 * inserted once.
 */
export function addTags(
  db: WriteDb,
  companies: readonly { readonly companyId: string; readonly tagKeys: readonly number[] }[],
): void {
  insertRows(
    db,
    INSERT_TAGS,
    companies.flatMap(({ companyId, tagKeys }) =>
      [...new Set(tagKeys)].map((tagKey, position) => ({ companyId, position, tagKey })),
    ),
  );
}

/**
 * Returns a function that looks up the key of a tag and inserts the tag if it is not stored yet. The function
 * caches keys, so use it only within one transaction.
 */
export function createTagKeys(db: WriteDb): (tag: StoredTag) => number {
  const known = new Map<string, number>();
  return (tag) => {
    const tagJson = JSON.stringify([tag.tagId, tag.name, tag.slug, tag.category]);
    const key = known.get(tagJson);
    if (key !== undefined) return key;
    const found = storeTag(db, tag);
    // Tags that were looked up earlier may now match the inserted or changed row, so all cached keys are
    // discarded.
    if (found.isChanged) known.clear();
    known.set(tagJson, found.key);
    return found.key;
  };
}

/** Finds or inserts a tag. Matches by id, or by name and slug if the id is missing or unknown. */
function storeTag(db: WriteDb, tag: StoredTag): { key: number; isChanged: boolean } {
  const { tagId, name, slug, category } = tag;
  const known =
    (tagId === null
      ? null
      : get(db, 'SELECT tag_key, tag_id, name, slug, category FROM tag WHERE tag_id = :tagId', { tagId })) ??
    get(
      db,
      `SELECT tag_key, tag_id, name, slug, category FROM tag WHERE name = :name AND slug IS :slug AND (:tagId IS NULL OR tag_id IS NULL)
       ORDER BY tag_key LIMIT 1`,
      { tagId, name, slug },
    );
  if (known === null) {
    const { lastId } = run(
      db,
      'INSERT INTO tag (tag_id, name, slug, category) VALUES (:tagId, :name, :slug, :category)',
      { tagId, name, slug, category },
    );
    return { key: lastId, isChanged: true };
  }
  const key = num(known, 'tag_key');
  const isSame = (column: string, tagJson: string | null): boolean =>
    tagJson === null || known[column] === tagJson;
  const hasId = tagId === null || known['tag_id'] !== null;
  // Skips the write if the tag is unchanged, because most received tags are.
  if (hasId && known['name'] === name && isSame('slug', slug) && isSame('category', category))
    return { key, isChanged: false };
  run(
    db,
    `UPDATE tag SET tag_id = coalesce(tag_id, :tagId), name = :name, slug = coalesce(:slug, slug),
       category = coalesce(:category, category) WHERE tag_key = :key`,
    { key, tagId, name, slug, category },
  );
  return { key, isChanged: true };
}
