import {
  addTokens,
  clearDirty,
  deleteDoc,
  deleteTextsBefore,
  docOf,
  indexStates,
  industriesAmong,
  insertDoc,
  removeTokens,
  searchedTexts,
  tagsAmong,
  textsBefore,
  updateDoc,
  type StoredDoc,
} from '../../db/queries/search.ts';
import type { ReadDb, WriteDb } from '../../db/sql.ts';
import { documentOf, documentTokens, lettersOf, tokensText, type Document } from './words.ts';

/* The index in `cache.db`. It holds each word of each document once: what changes is put in and taken out, nothing else. */

export interface Written {
  /** Null: the company is no longer indexed. */
  readonly docId: number | null;
  readonly letters: number;
}
/** A document, none where the company is gone from the cache, or the same as the index holds. */
export type Writable = Document | null | 'same';

/** A company that is to be written, and how often it had changed when it was read. */
export interface ToWrite {
  readonly companyId: string;
  readonly document: Writable;
  readonly changes: number;
}

/**
 * Brings the parts of some companies in the index up to date and takes the marks of their changes away; gives what it wrote, in
 * order. Null: that one changed again since it was read, so that it has to be read again first. Call inside a transaction.
 */
export function writeDocuments(db: WriteDb, all: readonly ToWrite[]): (Written | null)[] {
  const states = indexStates(
    db,
    all.map(({ companyId }) => companyId),
  );
  const done: string[] = [];
  const written = all.map(({ companyId, document, changes }) => {
    const state = states.get(companyId);
    // Its texts before the change are kept only once: with a version in between they would not tell what stands in the index.
    if (state === undefined || state.changes !== changes) return null;
    done.push(companyId);
    return document === null ? unindex(db, companyId) : index(db, companyId, document, state.doc);
  });
  clearDirty(db, done);
  return written;
}

function index(
  db: WriteDb,
  companyId: string,
  document: Document | 'same',
  known: StoredDoc | null,
): Written {
  if (document === 'same') return known ?? { docId: null, letters: 0 };
  const letters = lettersOf(document);
  if (known === null) {
    const docId = insertDoc(db, companyId, letters);
    addTokens(db, docId, tokensText(document));
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
    removeTokens(db, known.docId, tokensText(document));
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
  const [had, has] = [new Set(documentTokens(from).all), new Set(documentTokens(to).all)];
  const gone = [...had].filter((token) => !has.has(token));
  const fresh = [...has].filter((token) => !had.has(token));
  if (gone.length + fresh.length === 0) return;
  // Both, though one may be empty: FTS5 counts a document less for the one and more for the other.
  removeTokens(db, docId, gone.join(' '));
  addTokens(db, docId, fresh.join(' '));
}
