import {
  addTokens,
  clearDirty,
  deleteDoc,
  docOf,
  insertDoc,
  removeTokens,
  updateDoc,
} from '../../db/queries/search.ts';
import type { WriteDb } from '../../db/sql.ts';
import { indexTokens, lettersOf, type Document } from './words.ts';

/* The index in `cache.db`. It holds each token of each document once: what changes is put in and taken out, nothing else. */

export interface Written {
  /** Null: the company is no longer indexed. */
  readonly docId: number | null;
  readonly letters: number;
}

/**
 * Brings a company's part of the index up to date and takes the mark of its change away. Null: it is gone from the cache.
 * Call inside a transaction.
 */
export function writeDocument(
  db: WriteDb,
  companyId: string,
  document: Document | null,
  changes: number,
): Written {
  const written = document === null ? unindex(db, companyId) : index(db, companyId, document);
  clearDirty(db, companyId, changes);
  return written;
}

function index(db: WriteDb, companyId: string, document: Document): Written {
  const known = docOf(db, companyId);
  const letters = lettersOf(document);
  if (known === null) {
    const docId = insertDoc(db, { companyId, letters, ...document });
    addTokens(db, docId, [...indexTokens(document)].join(' '));
    return { docId, letters };
  }
  if (known.named === document.named && known.words === document.words)
    return { docId: known.docId, letters };
  changeTokens(db, known.docId, known, document);
  updateDoc(db, { docId: known.docId, letters, ...document });
  return { docId: known.docId, letters };
}

/** Takes a company out of the index: nothing of it is left there. Call inside a transaction. */
export function unindex(db: WriteDb, companyId: string): Written {
  const known = docOf(db, companyId);
  if (known !== null) {
    removeTokens(db, known.docId, [...indexTokens(known)].join(' '));
    deleteDoc(db, known.docId);
  }
  return { docId: null, letters: 0 };
}

function changeTokens(db: WriteDb, docId: number, from: Document, to: Document): void {
  const [had, has] = [indexTokens(from), indexTokens(to)];
  const gone = [...had].filter((token) => !has.has(token));
  const fresh = [...has].filter((token) => !had.has(token));
  // Both, though one may be empty: FTS5 counts a document less for the one and more for the other.
  removeTokens(db, docId, gone.join(' '));
  addTokens(db, docId, fresh.join(' '));
}
