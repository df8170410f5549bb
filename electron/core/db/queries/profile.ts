import { z } from 'zod';
import type { DecodedTag, DecodedTechnology } from '../../api/decoded.ts';
import { all, get, num, run, text, textOrNull, type ReadDb, type WriteDb } from '../sql.ts';

/** What belongs to a company in lists: industries, tags, technologies, highlights. Order as told. */

export function industriesOf(db: ReadDb, companyId: string): string[] {
  return all(db, 'SELECT name FROM company_industry WHERE company_id = :companyId ORDER BY position', {
    companyId,
  }).map((row) => text(row, 'name'));
}

export function replaceIndustries(
  db: WriteDb,
  companyId: string,
  industries: readonly { name: string; nameFolded: string }[],
): void {
  run(db, 'DELETE FROM company_industry WHERE company_id = :companyId', { companyId });
  industries.forEach((industry, position) =>
    run(
      db,
      `INSERT INTO company_industry (company_id, position, name, name_folded)
       VALUES (:companyId, :position, :name, :nameFolded)`,
      { companyId, position, ...industry },
    ),
  );
}

export function tagsOf(db: ReadDb, companyId: string): DecodedTag[] {
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

export function replaceTags(db: WriteDb, companyId: string, tags: readonly DecodedTag[]): void {
  run(db, 'DELETE FROM company_tag WHERE company_id = :companyId', { companyId });
  const keys = new Set(tags.map((tag) => tagKey(db, tag)));
  [...keys].forEach((tagKey, position) =>
    run(
      db,
      'INSERT INTO company_tag (company_id, position, tag_key) VALUES (:companyId, :position, :tagKey)',
      { companyId, position, tagKey },
    ),
  );
}

/** By id; where no id is told or known, by name and slug [R-2-25]. */
function tagKey(db: WriteDb, tag: DecodedTag): number {
  const { tagId, name, slug, category } = tag;
  const known =
    (tagId === null ? null : get(db, 'SELECT tag_key FROM tag WHERE tag_id = :tagId', { tagId })) ??
    get(
      db,
      `SELECT tag_key FROM tag WHERE name = :name AND slug IS :slug AND (:tagId IS NULL OR tag_id IS NULL)
       ORDER BY tag_key LIMIT 1`,
      { tagId, name, slug },
    );
  if (known === null)
    return run(
      db,
      'INSERT INTO tag (tag_id, name, slug, category) VALUES (:tagId, :name, :slug, :category)',
      { tagId, name, slug, category },
    ).lastId;
  const key = num(known, 'tag_key');
  run(
    db,
    `UPDATE tag SET tag_id = coalesce(tag_id, :tagId), name = :name, slug = coalesce(:slug, slug),
       category = coalesce(:category, category) WHERE tag_key = :key`,
    { key, tagId, name, slug, category },
  );
  return key;
}

export function technologiesOf(
  db: ReadDb,
  companyId: string,
  limit: number,
): { names: string[]; total: number } {
  const rows = all(
    db,
    `SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
     WHERE company_technology.company_id = :companyId ORDER BY company_technology.position LIMIT :limit`,
    { companyId, limit },
  );
  const count = get(db, 'SELECT count(*) AS n FROM company_technology WHERE company_id = :companyId', {
    companyId,
  });
  return { names: rows.map((row) => text(row, 'name')), total: count === null ? 0 : num(count, 'n') };
}

const categoriesSchema = z.array(z.string());

export function replaceTechnologies(
  db: WriteDb,
  companyId: string,
  technologies: readonly DecodedTechnology[],
): void {
  run(db, 'DELETE FROM company_technology WHERE company_id = :companyId', { companyId });
  const keys = new Set(technologies.map((technology) => technologyKey(db, technology)));
  [...keys].forEach((technologyKey, position) =>
    run(
      db,
      `INSERT INTO company_technology (company_id, position, technology_key)
       VALUES (:companyId, :position, :technologyKey)`,
      { companyId, position, technologyKey },
    ),
  );
}

function technologyKey(db: WriteDb, { name, categories }: DecodedTechnology): number {
  const known = get(db, 'SELECT technology_key, categories FROM technology WHERE name = :name', { name });
  if (known === null)
    return run(db, 'INSERT INTO technology (name, categories) VALUES (:name, :categories)', {
      name,
      categories: JSON.stringify(categories),
    }).lastId;
  const key = num(known, 'technology_key');
  const before = categoriesSchema.parse(JSON.parse(text(known, 'categories')));
  const union = [...new Set([...before, ...categories])];
  if (union.length > before.length)
    run(db, 'UPDATE technology SET categories = :categories WHERE technology_key = :key', {
      key,
      categories: JSON.stringify(union),
    });
  return key;
}

/** The highlights of the newest answer that told any, in its order. Older ones stay in the file [R-2-31]. */
export function highlightsOf(
  db: ReadDb,
  companyId: string,
  limit: number,
): { text: string; source: string }[] {
  return all(
    db,
    `SELECT text, source FROM highlight WHERE company_id = :companyId AND listed = 1
     ORDER BY position LIMIT :limit`,
    { companyId, limit },
  ).map((row) => ({ text: text(row, 'text'), source: text(row, 'source') }));
}

export function listHighlights(
  db: WriteDb,
  companyId: string,
  highlights: readonly { key: string; text: string; source: string }[],
  fetchedAtMs: number,
): void {
  run(db, 'UPDATE highlight SET listed = 0 WHERE company_id = :companyId', { companyId });
  highlights.forEach((highlight, position) =>
    run(
      db,
      `INSERT INTO highlight (company_id, highlight_key, position, listed, text, source, fetched_at_ms)
       VALUES (:companyId, :key, :position, 1, :text, :source, :fetchedAtMs)
       ON CONFLICT (company_id, highlight_key) DO UPDATE SET position = excluded.position, listed = 1,
         text = excluded.text, source = excluded.source, fetched_at_ms = excluded.fetched_at_ms`,
      { companyId, position, fetchedAtMs, ...highlight },
    ),
  );
}
