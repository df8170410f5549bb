import { z } from 'zod';
import { all, get, num, run, text, textOrNull, type ReadDb, type WriteDb } from '../../../sql.ts';

interface StoredTechnology {
  readonly name: string;
  readonly categories: readonly string[];
  /**
   * The description from `/tech-stack`; null if there is none. Other endpoints do not describe technologies
   * (spec §2.4).
   */
  readonly description: string | null;
}

const categoriesSchema = z.array(z.string());
/**
 * Maximum number of categories stored for a technology, merged from all responses. A single response has at
 * most 20.
 */
const CATEGORIES_MAX = 40;

/** Returns the technologies of a company in received order. */
export function technologiesOf(db: ReadDb, companyId: string): StoredTechnology[] {
  return all(
    db,
    `SELECT technology.name, technology.categories, technology.description
     FROM company_technology JOIN technology USING (technology_key)
     WHERE company_technology.company_id = :companyId ORDER BY company_technology.position`,
    { companyId },
  ).map((row) => ({
    name: text(row, 'name'),
    categories: categoriesSchema.parse(JSON.parse(text(row, 'categories'))),
    description: textOrNull(row, 'description'),
  }));
}

export function replaceTechnologies(
  db: WriteDb,
  companyId: string,
  technologies: readonly StoredTechnology[],
  atMs: number,
): void {
  run(db, 'DELETE FROM company_technology WHERE company_id = :companyId', { companyId });
  const keys = new Set(technologies.map((technology) => technologyKey(db, technology, atMs)));
  [...keys].forEach((technologyKey, position) =>
    run(
      db,
      `INSERT INTO company_technology (company_id, position, technology_key)
       VALUES (:companyId, :position, :technologyKey)`,
      { companyId, position, technologyKey },
    ),
  );
}

/** Stores a technology's categories and description, which are the same for all companies. */
export function describeTechnology(db: WriteDb, technology: StoredTechnology, atMs: number): void {
  technologyKey(db, technology, atMs);
}

function technologyKey(
  db: WriteDb,
  { name, categories, description }: StoredTechnology,
  atMs: number,
): number {
  const known = get(db, 'SELECT technology_key, categories FROM technology WHERE name = :name', { name });
  const key = known === null ? insertTechnology(db, name, categories) : num(known, 'technology_key');
  const before = known === null ? categories : categoriesSchema.parse(JSON.parse(text(known, 'categories')));
  const union = [...new Set([...before, ...categories])].slice(0, CATEGORIES_MAX);
  if (union.length > before.length)
    run(db, 'UPDATE technology SET categories = :categories WHERE technology_key = :key', {
      key,
      categories: JSON.stringify(union),
    });
  if (description !== null)
    run(
      db,
      `UPDATE technology SET description = :description, described_at_ms = :atMs
       WHERE technology_key = :key AND coalesce(described_at_ms, :atMs) <= :atMs`,
      { key, description, atMs },
    );
  return key;
}

const insertTechnology = (db: WriteDb, name: string, categories: readonly string[]): number =>
  run(db, 'INSERT INTO technology (name, categories) VALUES (:name, :categories)', {
    name,
    categories: JSON.stringify(categories),
  }).lastId;

/** Facts about a company's tech stack as a whole (spec §2.4, §6.3). */
interface TechStackFacts {
  /** The website that the service analyzed; null if unknown. */
  readonly domain: string | null;
  readonly categories: readonly string[];
}

export function techStackFacts(db: ReadDb, companyId: string): TechStackFacts {
  const row = get(db, 'SELECT domain, categories FROM tech_stack WHERE company_id = :companyId', {
    companyId,
  });
  if (row === null) return { domain: null, categories: [] };
  return {
    domain: textOrNull(row, 'domain'),
    categories: categoriesSchema.parse(JSON.parse(text(row, 'categories'))),
  };
}

/**
 * Stores the facts from the newest tech stack. Only `/tech-stack` reports a domain, so a response from
 * another endpoint does not clear the stored domain.
 */
export function putTechStackFacts(
  db: WriteDb,
  companyId: string,
  { domain, categories }: TechStackFacts,
): void {
  run(
    db,
    `INSERT INTO tech_stack (company_id, domain, categories) VALUES (:companyId, :domain, :categories)
     ON CONFLICT (company_id) DO UPDATE SET domain = coalesce(excluded.domain, domain),
       categories = excluded.categories`,
    { companyId, domain, categories: JSON.stringify(categories) },
  );
}
