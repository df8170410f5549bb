import { OURS_KINDS, type OursChoice } from '../../../../shared/model/ours/ours-kinds.ts';
import {
  all,
  num,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
} from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { windowDatesOf } from '../../../../electron/core/database/queries/cache/contact-window.ts';
import {
  canStoreContacts,
  type ContactKeyState,
} from '../../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../../electron/core/contacts/decrypt-contacts.ts';
import type { ContactWindow } from '../../../../shared/model/company.ts';

/*
 * Reads all companies for the reference search in `reference-search.ts`. Tests compare the product's search
 * with the reference search, which checks every company. The two searches share only the folding of text.
 */

export interface ReferenceCompany {
  readonly id: string;
  readonly isLost: boolean;
  readonly name: string;
  readonly nameTexts: readonly string[];
  readonly otherTexts: readonly string[];
  /** The names of the user's tags. */
  readonly tagTexts: readonly string[];
  readonly noteText: string | null;
  readonly peopleTexts: readonly string[];
  readonly country: string | null;
  readonly stage: string | null;
  readonly industries: readonly string[];
  readonly tags: readonly string[];
  readonly investors: readonly string[];
  /** Returns the name into which the user merged `name`; if it was not merged, returns `name` folded. */
  readonly investorOf: (name: string) => string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly day: string | null;
  readonly fetchedAtMs: number;
  /** The states of the contact window. A window that closes within a week is both open and closing. */
  readonly windows: readonly ('open' | 'closing' | 'closed' | 'unknown')[];
  /** Whether the contact window is open and its end is known. */
  readonly isWindowEnding: boolean;
  readonly fit: number | undefined;
  readonly isHiring: boolean;
  readonly hasPeople: boolean;
  readonly lists: readonly string[];
  readonly statuses: readonly string[];
  readonly ownTags: readonly string[];
  readonly triage: 'todo' | 'snoozed' | 'done';
  readonly ours: OursChoice;
}

export function referenceCompanies(
  cache: ReadDb,
  yours: ReadDb,
  seal: ContactKeyState,
  nowMs: number,
): ReferenceCompany[] {
  const stored = all(cache, 'SELECT * FROM company').map((row) => fromCache(cache, yours, seal, row, nowMs));
  const known = new Set(stored.map(({ id }) => id));
  const names = new Map<string, { name: string; atMs: number }>();
  for (const sql of YOURS)
    for (const row of all(yours, sql)) {
      const atMs = num(row, 'at_ms');
      const before = names.get(text(row, 'company_id'));
      if (before === undefined || before.atMs < atMs)
        names.set(text(row, 'company_id'), { name: text(row, 'company_name'), atMs });
    }
  const lost = [...names].filter(([id]) => !known.has(id));
  return [...stored, ...lost.map(([id, { name }]) => lostCompany(yours, id, name, nowMs))];
}

const YOURS = [
  `SELECT company_id, company_name, added_at_ms AS at_ms FROM watchlist_entry
   WHERE dropped = 0 AND list_id IN (SELECT list_id FROM watchlist WHERE removed_at_ms IS NULL)`,
  "SELECT company_id, company_name, saved_at_ms AS at_ms FROM note WHERE body <> ''",
  'SELECT company_id, company_name, set_at_ms AS at_ms FROM company_status',
  `SELECT company_id, company_name, added_at_ms AS at_ms FROM company_tag
   WHERE tag_id IN (SELECT tag_id FROM tag WHERE removed_at_ms IS NULL)`,
];

function windowsOf({ state, closesAtMs }: ContactWindow, nowMs: number): ReferenceCompany['windows'] {
  const isClosing = state === 'open' && closesAtMs !== null && closesAtMs - nowMs <= 7 * 86_400_000;
  return isClosing ? [state, 'closing'] : [state];
}

/** Returns a fit that depends only on the company's id, so tests need no market. */
export function fitOfId(id: string): number | undefined {
  const sum = [...id].reduce((total, character) => total * 7 + (character.codePointAt(0) ?? 0), 3) % 131;
  return sum > 100 ? undefined : sum;
}

const textsOf = (db: ReadDb, sql: string, id: string): string[] =>
  all(db, sql, { id }).map((row) => text(row, 'text'));
const numberOrNull = (row: SqlRow, column: string): number | null =>
  row[column] === null ? null : num(row, column);

function fromCache(
  cache: ReadDb,
  yours: ReadDb,
  seal: ContactKeyState,
  row: SqlRow,
  nowMs: number,
): ReferenceCompany {
  const id = text(row, 'company_id');
  const industries = textsOf(cache, 'SELECT name AS text FROM company_industry WHERE company_id = :id', id);
  const tags = textsOf(
    cache,
    'SELECT name AS text FROM tag WHERE tag_key IN (SELECT tag_key FROM company_tag WHERE company_id = :id)',
    id,
  );
  const others = textsOf(
    cache,
    `SELECT name AS text FROM technology WHERE technology_key IN
       (SELECT technology_key FROM company_technology WHERE company_id = :id)
     UNION ALL SELECT text FROM highlight WHERE company_id = :id AND listed = 1`,
    id,
  );
  const [state] = all(cache, 'SELECT * FROM contacts_state WHERE company_id = :id', { id });
  const people = canStoreContacts(seal) ? decryptContacts(cache, seal.seal, id).people : [];
  const day = textOrNull(row, 'announced_on');
  const contactsState =
    state === undefined
      ? null
      : {
          state: text(state, 'state') as 'available' | 'closed' | 'told-none' | 'unknown',
          observedAtMs: num(state, 'observed_at_ms'),
        };
  const name = textOrNull(row, 'name');
  const window = windowDatesOf(day, contactsState, nowMs);
  const roles = all(cache, 'SELECT 1 FROM open_role WHERE company_id = :id AND gone_at_ms IS NULL', { id });
  const hiringPanels = all(
    cache,
    "SELECT 1 FROM company_panel WHERE company_id = :id AND panel = 'open-roles' AND told > 0",
    { id },
  );
  const investorOf = mergesOf(yours);
  return {
    id,
    isLost: false,
    investorOf,
    investors: textsOf(cache, 'SELECT name AS text FROM round_investor WHERE company_id = :id', id).map(
      investorOf,
    ),
    industries,
    tags,
    day,
    name: fold(name ?? ''),
    nameTexts: [...(name === null ? [] : [name]), ...industries],
    otherTexts: [textOrNull(row, 'description') ?? '', ...tags, ...others],
    peopleTexts: people.flatMap((person) => [person.name ?? '', person.title ?? '']),
    country: textOrNull(row, 'country_code') ?? textOrNull(row, 'country_name'),
    stage: textOrNull(row, 'stage'),
    amount: numberOrNull(row, 'amount_value'),
    currency: textOrNull(row, 'amount_currency'),
    fetchedAtMs: num(row, 'fetched_at_ms'),
    windows: windowsOf(window, nowMs),
    isWindowEnding: window.state === 'open' && window.closesAtMs !== null,
    fit: fitOfId(id),
    isHiring: roles.length > 0 || hiringPanels.length > 0,
    hasPeople: all(cache, 'SELECT 1 FROM contact WHERE company_id = :id', { id }).length > 0,
    ...marksOf(yours, id, nowMs),
  };
}

function mergesOf(yours: ReadDb): (name: string) => string {
  const merges = new Map(
    all(yours, 'SELECT name_folded, into_folded FROM investor_merge').map((row) => [
      text(row, 'name_folded'),
      text(row, 'into_folded'),
    ]),
  );
  return (name) => merges.get(fold(name)) ?? fold(name);
}

const lostCompany = (yours: ReadDb, id: string, name: string, nowMs: number): ReferenceCompany => ({
  id,
  isLost: true,
  name: fold(name),
  nameTexts: [name],
  otherTexts: [],
  peopleTexts: [],
  country: null,
  stage: null,
  industries: [],
  tags: [],
  investors: [],
  investorOf: mergesOf(yours),
  amount: null,
  currency: null,
  day: null,
  fetchedAtMs: 0,
  windows: ['unknown'],
  isWindowEnding: false,
  fit: fitOfId(id),
  isHiring: false,
  hasPeople: false,
  ...marksOf(yours, id, nowMs),
});

function marksOf(
  yours: ReadDb,
  id: string,
  nowMs: number,
): Pick<ReferenceCompany, 'noteText' | 'tagTexts' | 'lists' | 'statuses' | 'ownTags' | 'triage' | 'ours'> {
  const [note] = textsOf(yours, "SELECT body AS text FROM note WHERE company_id = :id AND body <> ''", id);
  const tags = `FROM tag WHERE removed_at_ms IS NULL AND merged_into IS NULL
    AND tag_id IN (SELECT tag_id FROM company_tag WHERE company_id = :id)`;
  return {
    noteText: note ?? null,
    tagTexts: textsOf(yours, `SELECT name AS text ${tags}`, id),
    triage: triageAt(yours, id, nowMs),
    ours: oursAt(yours, id),
    lists: textsOf(
      yours,
      `SELECT CAST(list_id AS TEXT) AS text FROM watchlist_entry WHERE company_id = :id AND dropped = 0
         AND list_id IN (SELECT list_id FROM watchlist WHERE removed_at_ms IS NULL)`,
      id,
    ),
    statuses: textsOf(yours, 'SELECT status_id AS text FROM company_status WHERE company_id = :id', id),
    ownTags: textsOf(yours, `SELECT CAST(tag_id AS TEXT) AS text ${tags}`, id),
  };
}

function oursAt(yours: ReadDb, id: string): OursChoice {
  const kinds = textsOf(
    yours,
    `SELECT kind AS text FROM ours_match, ours_import
     WHERE company_id = :id AND ours_import.import_id = ours_match.import_id AND removed_at_ms IS NULL`,
    id,
  );
  return OURS_KINDS.find((kind) => kinds.includes(kind)) ?? 'none';
}

function triageAt(yours: ReadDb, id: string, nowMs: number): ReferenceCompany['triage'] {
  const [row] = all(yours, 'SELECT until_ms FROM triage WHERE company_id = :id', { id });
  if (row === undefined) return 'todo';
  const untilMs = numberOrNull(row, 'until_ms');
  return untilMs === null ? 'done' : untilMs > nowMs ? 'snoozed' : 'todo';
}
