import Papa from 'papaparse';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { OURS_LINES_MAX, OURS_TEXT_MAX } from '../../../../shared/model/ours/ours-kinds.ts';
import { clip } from '../../foundation/clip-text.ts';
import { parseAddress } from '../../foundation/parse-address.ts';
import { websiteHost } from '../../foundation/website-host.ts';
import { keysOfLine, linkedinPage, nameKey, type LineAddress, type MatchKeys } from './match-keys.ts';

/** Maximum length of `given`; longer lines are shortened. */
const GIVEN_MAX = 300;
const NAME_MAX = 200;

/** A non-empty line of the text. */
export interface ParsedLine {
  /** Line number in the text, counted from 1. The header of a CSV file is line 1. */
  readonly line: number;
  /**
   * The line as the user entered it, but with only the domain of an e-mail address, because the full address
   * identifies a person.
   */
  readonly given: string;
  /** Null if the line contains neither an address nor a name. */
  readonly keys: MatchKeys | null;
}

/**
 * Parses companies from lines of text or from CSV. If a CSV header has a column for the website, the LinkedIn
 * page or the company's name, the values are read from these columns. Otherwise, each line is a website, an
 * e-mail address, a company's LinkedIn URL or a name.
 * @throws AppFailure `validation` (`text`) if the text is too long or has too many lines
 */
export function parseLines(text: string): ParsedLine[] {
  if (text.length > OURS_TEXT_MAX) throw tooMuch(`at most ${OURS_TEXT_MAX} characters`);
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\0', '');
  const table = asTable(clean);
  const parsed = table === null ? readPlain(clean) : readTable(table);
  if (parsed.length > OURS_LINES_MAX) throw tooMuch(`at most ${OURS_LINES_MAX} lines`);
  return parsed;
}

const tooMuch = (message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'text', message }] });

type Column = 'address' | 'linkedin' | 'name';
const HEADERS: ReadonlyArray<readonly [Column, RegExp]> = [
  ['linkedin', /^[^./]*linked ?in[^./]*$/],
  [
    'address',
    /^(?:company |account |e-?mail )?(?:domain(?: name)?|web ?site(?: url)?|url|homepage|web|site|e-?mails?(?: address)?)$/,
  ],
  [
    'address',
    /^(?:webseite|internet|internetseite|site (?:web|internet)|sitio web|sito web|dominio|domaine|e-?mail-adresse)$/,
  ],
  [
    'name',
    /^(?:(?:company|account|organi[sz]ation|customer|client|competitor|deal|business|legal)(?: ?name)?|name)$/,
  ],
  [
    'name',
    /^(?:firma|firmenname|unternehmen|kunde|societe|entreprise|nom|empresa|cliente|azienda|nome|nombre|bedrijf|foretag)$/,
  ],
];

function columnOf(cell: string): Column | null {
  const header = cell
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
  return HEADERS.find(([, pattern]) => pattern.test(header))?.[0] ?? null;
}

interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly (Column | null)[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/** Returns the text as a table; null if its first line is not a header with a known column. */
function asTable(text: string): Table | null {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const found = DELIMITERS.map((delimiter) => ({
    delimiter,
    columns: cellsOf(firstLine, delimiter).map(columnOf),
  }))
    .filter(({ columns }) => columns.some((column) => column !== null))
    .toSorted((a, b) => b.columns.length - a.columns.length)[0];
  if (found === undefined) return null;
  const { delimiter, columns } = found;
  return { columns, rows: Papa.parse<string[]>(text, { delimiter, header: false }).data.slice(1) };
}

const cellsOf = (line: string, delimiter: string): string[] =>
  Papa.parse<string[]>(line, { delimiter, header: false }).data[0] ?? [];

function readTable({ rows, columns }: Table): ParsedLine[] {
  return rows.flatMap((cells, index) => {
    const of = (wanted: Column): string[] =>
      columns
        .flatMap((column, at) => (column === wanted ? [cells[at]?.trim() ?? ''] : []))
        .filter((cell) => cell !== '');
    if (cells.every((cell) => cell.trim() === '')) return [];
    const addresses = [...of('address'), ...of('linkedin')].map(readAddress);
    const host = addresses.find((address) => address.host !== null)?.host ?? null;
    const linkedin = addresses.find((address) => address.linkedin !== null)?.linkedin ?? null;
    const name = of('name')[0] ?? null;
    const used = columns.flatMap((column, at) =>
      column === null ? [] : [withoutPerson(cells[at]?.trim() ?? '')],
    );
    const given =
      used.filter((cell) => cell !== '').join(' · ') || cells.find((cell) => cell.trim() !== '') || '';
    return [lineOf(index + 2, given, { host, linkedin, name: readName(name) })];
  });
}

function readPlain(text: string): ParsedLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((row, index) => {
    const typed = row.trim();
    if (typed === '') return [];
    const cells = cellsWithAddress(typed);
    if (cells === null) {
      const address = readAddress(typed);
      const hasAddress = parseAddress(typed) !== null || address.linkedin !== null;
      return [
        lineOf(index + 1, withoutPerson(typed), { ...address, name: hasAddress ? null : readName(typed) }),
      ];
    }
    const addresses = cells.map(readAddress);
    return [
      lineOf(index + 1, cells.map(withoutPerson).join(' · '), {
        host: addresses.find((address) => address.host !== null)?.host ?? null,
        linkedin: addresses.find((address) => address.linkedin !== null)?.linkedin ?? null,
        name: readName(
          cells.find((cell) => parseAddress(cell) === null && linkedinPage(cell) === null) ?? null,
        ),
      }),
    ];
  });
}

/**
 * Splits a line into cells. Returns null if there is only one cell, or if no cell is an address. Without an
 * address, the line may be a single name that contains a comma.
 */
function cellsWithAddress(line: string): string[] | null {
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const cells = cellsOf(line, delimiter)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    if (cells.length > 1 && cells.some((cell) => parseAddress(cell) !== null || linkedinPage(cell) !== null))
      return cells;
  }
  return null;
}

/** Mail hosts whose addresses belong to individuals rather than to a company. */
const MAIL_HOSTS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|freenet|t-online|proton|protonmail|pm|zoho|mail|yandex|orange|free|laposte|wanadoo|libero|virgilio|telefonica|terra|bluewin|qq|163)\.(?:com|net|de|fr|it|es|ch|at|nl|be|me|org|ru|co\.uk)$/;

function readAddress(text: string): Pick<LineAddress, 'host' | 'linkedin'> {
  const linkedin = linkedinPage(text);
  if (linkedin !== null) return { host: null, linkedin };
  const address = parseAddress(text);
  if (address === null || address.kind === 'linkedin') return { host: null, linkedin: null };
  const host =
    address.host !== null && address.kind === 'email' && MAIL_HOSTS.test(address.host) ? null : address.host;
  return { host: websiteHost(host), linkedin: null };
}

/** Texts that mean an empty cell. */
const PLACEHOLDER = /^(?:n\/?a|none|null|nil|tbd|tbc|todo|unknown|test|undefined|#n\/a|nan|x+)$/i;

/**
 * Matches anything that looks like an address. Even an address that identifies no company must not be read as
 * a name.
 */
const ADDRESS = /^\S+@\S+$|:\/\/|^\S+\.\p{L}{2,}(?:[/:?#]\S*)?$/u;

function readName(text: string | null): string | null {
  if (text === null) return null;
  const name = text.trim().slice(0, NAME_MAX);
  return PLACEHOLDER.test(name) || ADDRESS.test(name) || !/\p{L}/u.test(name) || nameKey(name) === null
    ? null
    : name;
}

/** Removes the part of an e-mail address that identifies a person. */
const withoutPerson = (text: string): string =>
  parseAddress(text)?.kind === 'email' ? text.replace(/^.*@/, '@') : text;

function lineOf(line: number, given: string, address: LineAddress): ParsedLine {
  const isKnown = address.host !== null || address.linkedin !== null || address.name !== null;
  return { line, given: clip(given, GIVEN_MAX), keys: isKnown ? keysOfLine(address) : null };
}
