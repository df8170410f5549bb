import type { DecodedEvent } from '../api/decoded.ts';
import { putCompanySource } from '../db/queries/companies.ts';
import { putIcp } from '../db/queries/fit.ts';
import { refreshLatestRound } from '../db/queries/rounds.ts';
import type { WriteDb } from '../db/sql.ts';
import { mergeCompany } from './company-merge.ts';
import { rawJson } from './raw-json.ts';
import { mergeRound } from './round-merge.ts';
import { keepTechnologies } from './store-panels.ts';
import { stampAt } from './store-parts.ts';
import { storeNoticing } from '../watch/notice-changes.ts';

/**
 * Keeps what a delivery of the webhook tells of a company and of its round [§6.3]; by itself it makes a company card. It
 * fills gaps and never overwrites what a newer or fuller answer told [R-2-9]. `receivedAtMs` is server time; an event that
 * says that it was sent earlier is as old as it says, and none is newer than its arrival.
 */
export function storeEvent(db: WriteDb, event: DecodedEvent, receivedAtMs: number): void {
  const sentAtMs = Math.max(0, event.sentAtMs ?? receivedAtMs);
  const stamp = stampAt('webhook', Math.min(sentAtMs, receivedAtMs));
  const { company, round, technologies } = event;
  const { companyId } = company;
  const raw = rawJson(event.raw);
  storeNoticing(db, { companyId, parts: ['rounds'], stamp }, () => {
    mergeCompany(db, { ...company, totalContacts: null, totalRounds: null }, stamp);
    putCompanySource(db, { companyId, stamp, raw, personal: null });
    // As much as a list's event, not as `/fundings` of the company: that one stays the fullest.
    if (round !== null) mergeRound(db, { companyId, round, level: 'event', stamp, raw });
    refreshLatestRound(db, companyId);
    // No score is not 0, and takes none away [R-WH-3].
    if (event.icpMatch !== null)
      putIcp(db, { companyId, score: event.icpMatch, toldAtMs: stamp.fetchedAtMs });
    if (technologies !== null && technologies.length > 0)
      keepTechnologies(db, companyId, technologies, stamp, null);
  });
}
