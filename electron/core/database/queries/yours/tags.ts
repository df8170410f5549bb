import { all, get, num, run, selectCount, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/*
 * The user's tags. If one tag was merged into another, the companies of the first tag count as having the
 * second.
 */

export interface StoredTag {
  readonly tagId: number;
  readonly name: string;
}
interface CountedTagRow extends StoredTag {
  /** Number of distinct companies with the tag. */
  readonly count: number;
}

const tagOf = (row: SqlRow): StoredTag => ({ tagId: num(row, 'tag_id'), name: text(row, 'name') });

/** Returns null if the tag does not exist, was removed or was merged into another tag. */
export function tagById(db: ReadDb, tagId: number): StoredTag | null {
  const row = get(
    db,
    'SELECT tag_id, name FROM tag WHERE tag_id = :tagId AND removed_at_ms IS NULL AND merged_into IS NULL',
    { tagId },
  );
  return row === null ? null : tagOf(row);
}

/** Returns the id of the tag that currently has this name. */
export function tagNamed(db: ReadDb, nameFolded: string): number | null {
  const row = get(
    db,
    'SELECT tag_id FROM tag WHERE name_folded = :nameFolded AND removed_at_ms IS NULL AND merged_into IS NULL',
    { nameFolded },
  );
  return row === null ? null : num(row, 'tag_id');
}

export function countTags(db: ReadDb, folded: string): number {
  return selectCount(
    db,
    `SELECT count(*) AS n FROM tag
     WHERE removed_at_ms IS NULL AND merged_into IS NULL AND instr(name_folded, :folded) > 0`,
    { folded },
  );
}

/** Returns a page of the tags whose name contains the folded text, sorted by name. */
export function tagsLike(
  db: ReadDb,
  page: { folded: string; offset: number; limit: number },
): CountedTagRow[] {
  return all(
    db,
    `SELECT tag.tag_id, tag.name,
       (SELECT count(DISTINCT company_id) FROM company_tag WHERE company_tag.tag_id IN
         (SELECT tag.tag_id UNION ALL SELECT merged.tag_id FROM tag AS merged WHERE merged.merged_into = tag.tag_id)
       ) AS n
     FROM tag WHERE removed_at_ms IS NULL AND merged_into IS NULL AND instr(name_folded, :folded) > 0
     ORDER BY name_folded LIMIT :limit OFFSET :offset`,
    page,
  ).map((row) => ({ ...tagOf(row), count: num(row, 'n') }));
}

/** Returns the tags of each company, sorted by name. */
export function tagsOfCompanies(db: ReadDb, companyIds: readonly string[]): Map<string, StoredTag[]> {
  const tags = new Map<string, StoredTag[]>();
  const rows = all(
    db,
    `SELECT DISTINCT company_tag.company_id, root.tag_id, root.name, root.name_folded FROM json_each(:ids) AS wanted
     JOIN company_tag ON company_tag.company_id = wanted.value
     JOIN tag ON tag.tag_id = company_tag.tag_id
     JOIN tag AS root ON root.tag_id = coalesce(tag.merged_into, tag.tag_id) AND root.removed_at_ms IS NULL
     ORDER BY root.name_folded`,
    { ids: JSON.stringify(companyIds) },
  );
  for (const row of rows) {
    const companyId = text(row, 'company_id');
    tags.set(companyId, [...(tags.get(companyId) ?? []), tagOf(row)]);
  }
  return tags;
}

export function insertTag(
  db: WriteDb,
  tag: { name: string; nameFolded: string; createdAtMs: number },
): number {
  return run(
    db,
    'INSERT INTO tag (name, name_folded, created_at_ms) VALUES (:name, :nameFolded, :createdAtMs)',
    tag,
  ).lastId;
}

export function renameTag(db: WriteDb, tag: { tagId: number; name: string; nameFolded: string }): void {
  run(db, 'UPDATE tag SET name = :name, name_folded = :nameFolded WHERE tag_id = :tagId', tag);
}

export function markTagRemoved(db: WriteDb, tagId: number, removedAtMs: number): void {
  run(db, 'UPDATE tag SET removed_at_ms = :removedAtMs WHERE tag_id = :tagId', { tagId, removedAtMs });
}

/** Returns the ids of a tag and of the tags that were merged into it. */
export function tagFamily(db: ReadDb, tagId: number): number[] {
  return all(db, 'SELECT :tagId AS tag_id UNION ALL SELECT tag_id FROM tag WHERE merged_into = :tagId', {
    tagId,
  }).map((row) => num(row, 'tag_id'));
}

export function markTagMerged(db: WriteDb, tagId: number, into: number): void {
  run(db, 'UPDATE tag SET merged_into = :into WHERE tag_id = :tagId', { tagId, into });
}

export function putCompanyTag(
  db: WriteDb,
  tagged: { companyId: string; tagId: number; companyName: string; addedAtMs: number },
): void {
  run(
    db,
    `INSERT INTO company_tag (company_id, tag_id, company_name, added_at_ms)
     VALUES (:companyId, :tagId, :companyName, :addedAtMs)`,
    tagged,
  );
}

export function dropCompanyTag(db: WriteDb, companyId: string, tagId: number): void {
  run(db, 'DELETE FROM company_tag WHERE company_id = :companyId AND tag_id = :tagId', { companyId, tagId });
}
