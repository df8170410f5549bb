import {
  addTokens,
  changesOf,
  clearDirty,
  deleteDoc,
  deleteTextsBefore,
  docOf,
  industriesAmong,
  insertDoc,
  removeTokens,
  searchedTexts,
  tagsAmong,
  textsBefore,
  updateDoc,
} from '../../db/queries/search.ts';
import type { ReadDb, WriteDb } from '../../db/sql.ts';
import { documentOf, documentTokens, lettersOf, type Document } from './words.ts';

/* The index in `cache.db`. It holds each word of each document once: what changes is put in and taken out, nothing else. */

export interface Written {
  /** Null: the company is no longer indexed. */
  readonly docId: number | null;
  readonly letters: number;
}
/** A document, none where the company is gone from the cache, or the same as the index holds. */
export type Writable = Document | null | 'same';

/**
 * Brings a company's part of the index up to date and takes the mark of its change away. Null: it changed again since it was
 * read, so that it has to be read again first. Call inside a transaction.
 */
export function writeDocument(
  db: WriteDb,
  companyId: string,
  document: Writable,
  changes: number,
): Written | null {
  // Its texts before the change are kept only once: with a version in between they would not tell what stands in the index.
  if (changesOf(db, companyId) !== changes) return null;
  const written = document === null ? unindex(db, companyId) : index(db, companyId, document);
  clearDirty(db, companyId, changes);
  return written;
}

function index(db: WriteDb, companyId: string, document: Document | 'same'): Written {
  const known = docOf(db, companyId);
  if (document === 'same') return known ?? { docId: null, letters: 0 };
  const letters = lettersOf(document);
  if (known === null) {
    const docId = insertDoc(db, companyId, letters);
    addTokens(db, docId, [...documentTokens(document).all].join(' '));
    return { docId, letters };
  }
  const before = textsBefore(db, companyId);
  if (before === null) return known;
  changeTokens(db, known.docId, documentOf([before.named], [before.words]), document);
  deleteTextsBefore(db, companyId);
  if (letters !== known.letters) updateDoc(db, { docId: known.docId, letters });
  return { docId: known.docId, letters };
}

/** Takes a company out of the index: nothing of it is left there. Call inside a transaction, before it is deleted. */
export function unindex(db: WriteDb, companyId: string): Written {
  const known = docOf(db, companyId);
  if (known !== null) {
    const before = textsBefore(db, companyId);
    const document = before === null ? documentIn(db, companyId) : documentOf([before.named], [before.words]);
    removeTokens(db, known.docId, [...documentTokens(document).all].join(' '));
    deleteDoc(db, known.docId);
    deleteTextsBefore(db, companyId);
  }
  return { docId: null, letters: 0 };
}

/** What a company's rows say now. */
function documentIn(db: ReadDb, companyId: string): Document {
  const texts = searchedTexts(db, [companyId]);
  const named = texts.filter(({ isName }) => isName).map(({ text }) => text);
  const words = texts.filter(({ isName }) => !isName).map(({ text }) => text);
  const industries = industriesAmong(db, [companyId]).map(({ name }) => name);
  const tags = tagsAmong(db, [companyId]).map(({ name }) => name);
  return documentOf([...named, ...industries], [...words, ...tags]);
}

function changeTokens(db: WriteDb, docId: number, from: Document, to: Document): void {
  const [had, has] = [documentTokens(from).all, documentTokens(to).all];
  const gone = [...had].filter((token) => !has.has(token));
  const fresh = [...has].filter((token) => !had.has(token));
  if (gone.length + fresh.length === 0) return;
  // Both, though one may be empty: FTS5 counts a document less for the one and more for the other.
  removeTokens(db, docId, gone.join(' '));
  addTokens(db, docId, fresh.join(' '));
}
