import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX, TAGS_MAX } from '../../../shared/model/limits.ts';
import type { CountedTag, OwnTag } from '../../../shared/model/user-data.ts';
import {
  countTags,
  dropCompanyTag,
  insertTag,
  markTagMerged,
  markTagRemoved,
  putCompanyTag,
  renameTag,
  tagById,
  tagFamily,
  tagNamed,
  tagsLike,
  tagsOfCompanies,
  type StoredTag,
} from '../database/queries/yours/tags.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import type { Slot } from './undo-slots.ts';
import type { Subject } from './company-reference.ts';

/** The user's tags. Names that differ only in case or accents count as equal. */
export interface Tags {
  /** @throws AppFailure `conflict` (`name-taken`), or `validation` if there are already `TAGS_MAX` tags */
  create(name: string, createdAtMs: number): OwnTag;
  /** @throws AppFailure `not-found` (`tag`), `conflict` (`name-taken`) */
  rename(id: string, name: string): void;
  /**
   * Moves all companies from the tag `from` to the tag `into` and removes `from`.
   * @throws AppFailure `not-found` (`tag`)
   */
  merge(from: string, into: string): void;
  /** @throws AppFailure `not-found` (`tag`) */
  remove(id: string, removedAtMs: number): void;
  /**
   * Tags companies. Creates the tag if no tag has this name.
   * @throws AppFailure `validation` if a company would have more than 50 tags
   */
  add(companies: readonly Subject[], name: string, addedAtMs: number): OwnTag;
  /** @throws AppFailure `not-found` (`tag`) */
  drop(companyIds: readonly string[], id: string): void;
}

/** Returns the tags whose name contains `text`, sorted by name. */
export function listTags(
  db: ReadDb,
  { text, offset, limit }: { text: string; offset: number; limit: number },
): { tags: CountedTag[]; total: number } {
  const folded = fold(text);
  return {
    tags: tagsLike(db, { folded, offset, limit }).map(({ count, ...tag }) => ({ ...tagOf(tag), count })),
    total: countTags(db, folded),
  };
}

export const tagsOfCompany = (db: ReadDb, companyId: string): OwnTag[] =>
  (tagsOfCompanies(db, [companyId]).get(companyId) ?? []).slice(0, LIST_LIMIT_MAX).map(tagOf);

/** Must be called within `recordChange`, which provides `journal`. */
export function createTags(db: WriteDb, journal: Journal): Tags {
  const create = (name: string, createdAtMs: number): OwnTag => {
    if (countTags(db, '') >= TAGS_MAX) throw tooMany(`at most ${TAGS_MAX} tags`);
    const tagId = insertTag(db, { name, nameFolded: fold(name), createdAtMs });
    journal.made(tagSlot(tagId));
    return tagOf({ tagId, name });
  };
  return {
    create: (name, createdAtMs) => {
      requireFreeName(db, name, null);
      return create(name, createdAtMs);
    },
    rename: (id, name) => {
      const { tagId } = required(db, id);
      requireFreeName(db, name, tagId);
      journal.touch(tagSlot(tagId));
      renameTag(db, { tagId, name, nameFolded: fold(name) });
    },
    merge: (from, into) => {
      const [{ tagId }, target] = [required(db, from), required(db, into)];
      if (tagId === target.tagId) return;
      // `from` is removed. Tags that were merged into `from` earlier must therefore refer to `into` now.
      for (const each of tagFamily(db, tagId)) {
        journal.touch(tagSlot(each));
        markTagMerged(db, each, target.tagId);
      }
    },
    remove: (id, removedAtMs) => {
      const { tagId } = required(db, id);
      journal.touch(tagSlot(tagId));
      markTagRemoved(db, tagId, removedAtMs);
    },
    add: (companies, name, addedAtMs) => {
      const known = tagNamed(db, fold(name));
      const tag = known === null ? create(name, addedAtMs) : tagOf(required(db, String(known)));
      addEntries(db, journal, { companies, tagId: Number(tag.id), addedAtMs });
      return tag;
    },
    drop: (companyIds, id) => {
      const family = tagFamily(db, required(db, id).tagId);
      for (const companyId of companyIds)
        for (const tagId of family) {
          journal.touch(entrySlot(companyId, tagId));
          dropCompanyTag(db, companyId, tagId);
        }
    },
  };
}

function addEntries(
  db: WriteDb,
  journal: Journal,
  { companies, tagId, addedAtMs }: { companies: readonly Subject[]; tagId: number; addedAtMs: number },
): void {
  const companyTags = tagsOfCompanies(
    db,
    companies.map(({ companyId }) => companyId),
  );
  for (const { companyId, companyName } of companies) {
    const tags = companyTags.get(companyId) ?? [];
    if (tags.some((tag) => tag.tagId === tagId)) continue;
    if (tags.length >= LIST_LIMIT_MAX) throw tooMany(`at most ${LIST_LIMIT_MAX} tags for a company`);
    journal.touch(entrySlot(companyId, tagId));
    putCompanyTag(db, { companyId, tagId, companyName, addedAtMs });
  }
}

const tagSlot = (tagId: number): Slot => ({ part: 'tag', key: [tagId] });
const entrySlot = (companyId: string, tagId: number): Slot => ({
  part: 'company_tag',
  key: [companyId, tagId],
});
const tagOf = ({ tagId, name }: StoredTag): OwnTag => ({ id: String(tagId), name });

function required(db: ReadDb, id: string): StoredTag {
  const tag = tagById(db, Number(id));
  if (tag === null) throw new AppFailure({ kind: 'not-found', what: 'tag' });
  return tag;
}

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = tagNamed(db, fold(name));
  if (holder !== null && holder !== ownId) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}

const tooMany = (message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'name', message }] });
