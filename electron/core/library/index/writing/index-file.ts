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
} from '../../../database/queries/cache/search-index.ts';
import type { ReadDb, WriteDb } from '../../../database/sql.ts';
import { documentOf, documentTokens, lettersOf, tokensText, type Document } from '../tokenize.ts';

/*
 * Writes the full-text index in `cache.db`. The index contains each word of a document once, and an update
 * adds or removes only the words that changed.
 */

export interface WrittenEntries {
  /** Null if the company is no longer indexed. */
  readonly docId: number | null;
  readonly letters: number;
}
/**
 * The document to write. Null if the company was deleted; `same` if the indexed document is still up to date.
 */
export type Writable = Document | null | 'same';

/**
 * A company to write to the index. `changes` is the company's change counter at the time when the company was
 * read.
 */
export interface IndexEntryToWrite {
  readonly companyId: string;
  readonly document: Writable;
  readonly changes: number;
}

/**
 * Updates the index for some companies and clears their change marks. Call inside a transaction.
 * @returns one result per company, in the same order. Null means that the company changed after it was read,
 * so the caller must read it again
 */
export function writeDocuments(db: WriteDb, all: readonly IndexEntryToWrite[]): (WrittenEntries | null)[] {
  const states = indexStates(
    db,
    all.map(({ companyId }) => companyId),
  );
  const done: string[] = [];
  const written = all.map(({ companyId, document, changes }) => {
    const state = states.get(companyId);
    // Skip a company that changed again after its document was built. Otherwise, `textsBefore` would no
    // longer match the index.
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
): WrittenEntries {
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

/** Removes a company from the index. Call inside a transaction, before the company is deleted. */
export function unindex(db: WriteDb, companyId: string): WrittenEntries {
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

/** Builds the document from the company's current rows. */
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
  const removed = [...had].filter((token) => !has.has(token));
  const fresh = [...has].filter((token) => !had.has(token));
  if (removed.length + fresh.length === 0) return;
  // Call both functions even without tokens: `removeTokens` decrements FTS5's document count, and `addTokens`
  // increments it.
  removeTokens(db, docId, removed.join(' '));
  addTokens(db, docId, fresh.join(' '));
}
