import Papa from 'papaparse';
import {
  COMPANY_COLUMNS,
  REPEATABLE_COLUMNS,
  COLUMN_MEANINGS,
  IMPORT_COLUMNS_MAX,
  type ColumnMeaning,
} from '../../../../shared/model/import-files/import-files-values.ts';
import { clip } from '../../foundation/clip-text.ts';
import { fileFailure } from './file-text.ts';
import { emptyRecord, type GivenRecord } from './given-record.ts';
import { addressesOf, dayOf, lineOf, namesIn } from './given-values.ts';

const ROWS_MAX = 50_000;
const NOTE_MAX = 200_000;
const SAMPLES = 3;
const SAMPLE_MAX = 120;

export interface Table {
  readonly fileName: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ColumnSample {
  readonly header: string;
  /** The first non-empty values of the column. */
  readonly values: readonly string[];
}

/**
 * Parses a table with a header row and detects its delimiter. Every cell is read as text, even if a
 * spreadsheet would evaluate it as a formula.
 * @throws AppFailure `validation` if the file is not a table or is too large
 */
export function parseTable(fileName: string, text: string): Table {
  const { data, errors } = Papa.parse<string[]>(text, {
    header: false,
    dynamicTyping: false,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
    // Reads the header and at most one row more than allowed. This is enough to detect a table that is too
    // long.
    preview: ROWS_MAX + 2,
  });
  if (errors.some(({ type }) => type === 'Quotes'))
    throw fileFailure(fileName, `a quote is not closed (row ${(errors[0]?.row ?? 0) + 1})`);
  const [headers = [], ...rows] = data;
  if (headers.length === 0 || rows.length === 0) throw fileFailure(fileName, 'no rows below a header');
  if (headers.length > IMPORT_COLUMNS_MAX)
    throw fileFailure(fileName, `more than ${IMPORT_COLUMNS_MAX} columns`);
  if (rows.length > ROWS_MAX) throw fileFailure(fileName, `more than ${ROWS_MAX} rows`);
  return { fileName, headers: headers.map((header) => lineOf(header, 80) ?? ''), rows };
}

export const samplesOf = ({ headers, rows }: Table): ColumnSample[] =>
  headers.map((header, at) => ({
    header,
    values: rows
      .slice(0, 200)
      .flatMap((row) => lineOf(row[at] ?? '', SAMPLE_MAX) ?? [])
      .slice(0, SAMPLES),
  }));

const HEADERS: ReadonlyArray<readonly [ColumnMeaning, RegExp]> = [
  ['company-id', /^(?:company|account|roundwatch) ?id$/],
  ['linkedin', /linked ?in/],
  [
    'website',
    /^(?:company |account )?(?:website|web site|web|url|site|homepage|domain(?: name)?|webseite|internet|site web|sitio web|sito web|dominio|domaine|e-?mail(?: address)?)$/,
  ],
  ['reason', /^(?:reason|why|grund|raison|motivo|motif)$/],
  ['list', /^(?:lists?|watch ?lists?|segments?|campaigns?|liste|listen|listes|lista)$/],
  [
    'tags',
    /^(?:tags?|labels?|keywords|categor(?:y|ies)|schlagw(?:o|oe|ö)rter|etiquetas?|etiquettes?|etichette)$/,
  ],
  ['status', /^(?:status|(?:deal |lead |lifecycle |pipeline )?stage|phase|statut|estado|stato)$/],
  [
    'due',
    /^(?:due(?: date| on)?|deadline|f(?:a|ae|ä)llig(?: am)?|remind(?:er)?(?: date)?|follow ?up (?:date|on)|echeance|scadenza|vencimiento)$/,
  ],
  ['done', /^(?:done|completed?|finished|erledigt|closed|fait|hecho|fatto)$/],
  ['task', /^(?:tasks?|to ?dos?|next ?steps?|action(?: item)?|follow ?up|aufgaben?|tache|tarea|attivita)$/],
  ['date', /^(?:date|created(?: at| on| date)?|added(?: at| on)?|updated(?: at)?|datum|fecha|data)$/],
  [
    'note',
    /^(?:notes?|comments?|description|remarks?|memo|text|notiz(?:en)?|bemerkung(?:en)?|kommentar|commentaire|notas?|commento)$/,
  ],
  [
    'company',
    /^(?:(?:company|account|organi[sz]ation|customer|client|business|legal)(?: ?name)?|name|firma|firmenname|unternehmen|kunde|societe|entreprise|nom|empresa|cliente|azienda|nome|nombre|bedrijf|foretag)$/,
  ],
];

/**
 * Guesses the meaning of each column from its header. Only meanings in `REPEATABLE_COLUMNS` are assigned to
 * more than one column.
 */
export function guessMapping(headers: readonly string[]): ColumnMeaning[] {
  const taken = new Set<ColumnMeaning>();
  return headers.map((header) => {
    const folded = header
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[_\s-]+/g, ' ')
      .trim();
    const found = HEADERS.find(([meaning, pattern]) => pattern.test(folded) && !taken.has(meaning))?.[0];
    if (found === undefined) return 'ignore';
    if (!REPEATABLE_COLUMNS.includes(found)) taken.add(found);
    return found;
  });
}

/**
 * Converts the rows of a table to records.
 * @throws AppFailure `validation` if no column identifies the company, or if two columns share a meaning that
 *   only one column may have
 */
export function recordsOf(table: Table, mapping: readonly ColumnMeaning[]): GivenRecord[] {
  requireUsable(table, mapping);
  return table.rows.flatMap((row, index) => {
    const all = (meaning: ColumnMeaning): string[] =>
      mapping
        .flatMap((each, at) => (each === meaning ? [(row[at] ?? '').trim()] : []))
        .filter((cell) => cell !== '');
    const one = (meaning: ColumnMeaning): string | null => all(meaning)[0] ?? null;
    const company = {
      companyId: lineOf(one('company-id'), 200),
      name: lineOf(one('company')),
      ...addressesOf([...all('website'), ...all('linkedin')]),
    };
    const day = dayOf(one('date'));
    const status = lineOf(one('status'), 80);
    const done = one('done');
    const record: GivenRecord = {
      ...emptyRecord(String(index + 2), company),
      note: clip(all('note').join('\n\n'), NOTE_MAX),
      status: status === null ? null : { name: status, setOn: day },
      tags: all('tags').flatMap(namesIn),
      lists: all('list')
        .flatMap(namesIn)
        .map((name) => ({ name, reason: lineOf(one('reason'), 500) ?? '', addedOn: day })),
      tasks: all('task').flatMap((title) => {
        const text = lineOf(title, 500);
        const isDone = done !== null && !/^(?:no?|false|0|open|nein|non|offen)$/i.test(done);
        const task = { dueOn: dayOf(one('due')), dueTime: null, snoozedUntil: null };
        return text === null ? [] : [{ title: text, ...task, isDone, doneOn: isDone ? dayOf(done) : null }];
      }),
    };
    return [record];
  });
}

function requireUsable({ fileName, headers }: Table, mapping: readonly ColumnMeaning[]): void {
  if (mapping.length !== headers.length) throw fileFailure(fileName, 'each column needs a meaning');
  if (!mapping.some((each) => COMPANY_COLUMNS.includes(each)))
    throw fileFailure(fileName, 'no column identifies the company');
  for (const meaning of COLUMN_MEANINGS)
    if (!REPEATABLE_COLUMNS.includes(meaning) && mapping.filter((each) => each === meaning).length > 1)
      throw fileFailure(fileName, `several columns are “${meaning}”`);
}
