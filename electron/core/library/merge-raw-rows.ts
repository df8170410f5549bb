import { decodeDetail } from '../service-api/decoders/company-detail.ts';
import { decodeEvent } from '../service-api/decoders/webhook-event.ts';
import { parseJson } from '../service-api/decoders/json.ts';
import { decodePage, type ListEndpoint } from '../service-api/decoders/list-page.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../service-api/decoders/panels.ts';
import type { DecodedListRow } from '../service-api/decoders/decoded-types.ts';
import type { RawCompany, RawRole, RawRound } from '../database/queries/cache/raw-rows.ts';
import { putRole } from '../database/queries/cache/panels/open-roles.ts';
import { refreshLatestRound } from '../database/queries/cache/rounds.ts';
import type { WriteDb } from '../database/sql.ts';
import { listLevel, remergeStoredRound, type ReceivedRound } from './merge-rounds.ts';
import { storeEvent } from './store-event.ts';
import { storeHighlights, storeNews, storeTechStack } from './store-panels.ts';
import type { RawStorage } from './store-raw.ts';
import { storeDetail, storeListRow } from './store-responses.ts';

/*
 * Each function decodes a stored raw row with the current decoders and merges the result, using the row's
 * original source and fetch time. `parsed` is the row with its undocumented fields, if they were decrypted. A
 * row that cannot be decoded changes nothing. Call these functions inside a transaction.
 */

const STORED: RawStorage = { mode: 'stored' };

export function mergeStoredCompany(
  db: WriteDb,
  row: RawCompany,
  parsed: unknown = parseJson(row.raw) ?? null,
): void {
  const { companyId, stamp } = row;
  const { source, fetchedAtMs } = stamp;
  switch (source) {
    case 'fundings':
    case 'companies':
      return mergeListRow(db, row, listRow(source, parsed));
    case 'company': {
      const detail = decodeDetail(companyId, parsed);
      // Does not parse the contacts in the row, because they are encrypted. `reparseContacts` parses them
      // once they can be decrypted.
      return detail === null ? undefined : storeDetail(db, STORED, detail.value, fetchedAtMs);
    }
    case 'tech-stack': {
      const stack = decodeTechStack(companyId, parsed);
      return stack === null ? undefined : storeTechStack(db, stack.value, fetchedAtMs, STORED);
    }
    case 'highlights': {
      const highlights = decodeHighlightList(companyId, parsed);
      return highlights === null ? undefined : storeHighlights(db, highlights.value, fetchedAtMs, STORED);
    }
    case 'news': {
      const news = decodeNews(companyId, parsed);
      return news === null ? undefined : storeNews(db, news.value, fetchedAtMs, STORED);
    }
    case 'webhook':
    case 'paste': {
      const event = decodeEvent(parsed);
      return event?.company.companyId === companyId
        ? storeEvent(db, event, fetchedAtMs, source, STORED)
        : undefined;
    }
    // Nothing to merge here: `reparseContacts` parses contacts, and rounds and open roles are parsed from
    // their own raw rows.
    case 'contacts':
    case 'rounds':
    case 'open-roles':
      return;
  }
}

function mergeListRow(db: WriteDb, { companyId, stamp }: RawCompany, row: DecodedListRow | null): void {
  if (row?.company.companyId !== companyId) return;
  storeListRow(db, row, stamp, STORED);
  refreshLatestRound(db, companyId);
}

export function mergeStoredRound(
  db: WriteDb,
  row: RawRound,
  parsed: unknown = parseJson(row.raw) ?? null,
): void {
  const { companyId, roundId, stamp } = row;
  const received = roundIn(row, parsed);
  if (received === null) return;
  remergeStoredRound(db, { ...received, companyId, stamp, raw: null }, roundId);
  refreshLatestRound(db, companyId);
}

function roundIn(
  { companyId, stamp: { source } }: RawRound,
  parsed: unknown,
): Pick<ReceivedRound, 'round' | 'level'> | null {
  switch (source) {
    case 'fundings':
    case 'companies': {
      const round = listRow(source, parsed)?.round ?? null;
      return round === null ? null : { round, level: listLevel(round) };
    }
    case 'rounds': {
      const [read] = decodeRounds(companyId, [parsed])?.value.rounds ?? [];
      return read === undefined ? null : { round: read.round, level: 'full' };
    }
    case 'webhook':
    case 'paste': {
      const round = decodeEvent(parsed)?.round ?? null;
      return round === null ? null : { round, level: 'event' };
    }
    // Rounds from these sources are not stored as separate raw rows.
    case 'company':
    case 'contacts':
    case 'tech-stack':
    case 'highlights':
    case 'open-roles':
    case 'news':
      return null;
  }
}

const listRow = (endpoint: ListEndpoint, parsed: unknown): DecodedListRow | null =>
  decodePage(endpoint, { data: [parsed] }, 0)?.value.rows[0] ?? null;

export function mergeStoredRole(
  db: WriteDb,
  { companyId, roleId, stamp, raw, undocumented }: RawRole,
  parsed: unknown = parseJson(raw) ?? null,
): void {
  const [role] = decodeRoles(companyId, { page: 1, perPage: 1 }, [parsed])?.value.roles ?? [];
  if (role?.roleId === roleId) putRole(db, companyId, { ...role, raw, undocumented }, stamp);
}
