import { decodeDetail } from '../api/decode-detail.ts';
import { decodeEvent } from '../api/decode-event.ts';
import { parseJson } from '../api/decode-json.ts';
import { decodePage, type ListEndpoint } from '../api/decode-list.ts';
import { decodeHighlightList, decodeNews, decodeRounds, decodeTechStack } from '../api/decode-panels.ts';
import { decodeRoles } from '../api/decode-roles.ts';
import type { DecodedListRow } from '../api/decoded.ts';
import type { RawCompany, RawRole, RawRound } from '../db/queries/raw-rows.ts';
import { putRole } from '../db/queries/roles.ts';
import { refreshLatestRound } from '../db/queries/rounds.ts';
import type { WriteDb } from '../db/sql.ts';
import { listLevel, mergeAgain, type ToldRound } from './round-merge.ts';
import { storeEvent } from './store-event.ts';
import { storeHighlights, storeNews, storeTechStack } from './store-panels.ts';
import { storeDetail, storeListRow } from './store.ts';

/*
 * One row that is kept as received, decoded with today's decoders and merged under the stamp it came with. A row that
 * today's decoders make nothing of is left as it is. Call inside a transaction.
 */

export function mergeKeptCompany(db: WriteDb, row: RawCompany): void {
  const { companyId, stamp, raw } = row;
  const { source, fetchedAtMs } = stamp;
  const told = parseJson(raw) ?? null;
  switch (source) {
    case 'fundings':
    case 'companies':
      return mergeListRow(db, row, listRow(source, told));
    case 'company': {
      const detail = decodeDetail(companyId, told);
      // Its people are sealed: they are read again apart from it.
      return detail === null ? undefined : storeDetail(db, { mode: 'locked' }, detail.value, fetchedAtMs);
    }
    case 'tech-stack': {
      const stack = decodeTechStack(companyId, told);
      return stack === null ? undefined : storeTechStack(db, stack.value, fetchedAtMs);
    }
    case 'highlights': {
      const highlights = decodeHighlightList(companyId, told);
      return highlights === null ? undefined : storeHighlights(db, highlights.value, fetchedAtMs);
    }
    case 'news': {
      const news = decodeNews(companyId, told);
      return news === null ? undefined : storeNews(db, news.value, fetchedAtMs);
    }
    case 'webhook': {
      const event = decodeEvent(told);
      return event?.company.companyId === companyId ? storeEvent(db, event, fetchedAtMs) : undefined;
    }
    // Sealed as a whole, or kept row by row elsewhere.
    case 'contacts':
    case 'rounds':
    case 'open-roles':
      return;
  }
}

function mergeListRow(db: WriteDb, { companyId, stamp }: RawCompany, row: DecodedListRow | null): void {
  if (row?.company.companyId !== companyId) return;
  storeListRow(db, row, stamp);
  refreshLatestRound(db, companyId);
}

export function mergeKeptRound(db: WriteDb, row: RawRound): void {
  const { companyId, roundId, stamp, raw } = row;
  const told = roundIn(row, parseJson(raw) ?? null);
  if (told === null) return;
  mergeAgain(db, { ...told, companyId, stamp, raw: null }, roundId);
  refreshLatestRound(db, companyId);
}

function roundIn(
  { companyId, stamp: { source } }: RawRound,
  told: unknown,
): Pick<ToldRound, 'round' | 'level'> | null {
  switch (source) {
    case 'fundings':
    case 'companies': {
      const round = listRow(source, told)?.round ?? null;
      return round === null ? null : { round, level: listLevel(round) };
    }
    case 'rounds': {
      const [read] = decodeRounds(companyId, [told])?.value.rounds ?? [];
      return read === undefined ? null : { round: read.round, level: 'full' };
    }
    case 'webhook': {
      const round = decodeEvent(told)?.round ?? null;
      return round === null ? null : { round, level: 'event' };
    }
    // None of these tells of a single round.
    case 'company':
    case 'contacts':
    case 'tech-stack':
    case 'highlights':
    case 'open-roles':
    case 'news':
      return null;
  }
}

const listRow = (endpoint: ListEndpoint, told: unknown): DecodedListRow | null =>
  decodePage(endpoint, { data: [told] }, 0)?.value.rows[0] ?? null;

export function mergeKeptRole(db: WriteDb, { companyId, roleId, stamp, raw }: RawRole): void {
  const told = parseJson(raw) ?? null;
  const [role] = decodeRoles(companyId, { page: 1, perPage: 1 }, [told])?.value.roles ?? [];
  if (role?.roleId === roleId) putRole(db, companyId, { ...role, raw }, stamp);
}
