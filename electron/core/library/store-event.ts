import type { EventSource } from '../../../shared/event-source.ts';
import type { DecodedEvent } from '../service-api/decoders/decoded-types.ts';
import { putCompanySources } from '../database/queries/cache/companies.ts';
import { putIcp } from '../database/queries/cache/fit-facts.ts';
import { refreshLatestRound } from '../database/queries/cache/rounds.ts';
import type { WriteDb } from '../database/sql.ts';
import { mergeCompany } from './merge-company.ts';
import { storedRaw, type RawStorage, type StoredRaw } from './store-raw.ts';
import { mergeRound } from './merge-rounds.ts';
import { storeTechnologies } from './store-panels.ts';
import { stampAt } from './store-helpers.ts';
import { storeAndRecordChanges } from './changes/record-changes.ts';

/**
 * Stores the company and round of a webhook event (spec §6.3). Adds the company if it is not stored yet, but
 * does not overwrite newer or more detailed data. The event's time is `receivedAtMs` (server time) or the
 * time in the event, whichever is earlier. `rawEvent` is the raw row that is already stored with the signal,
 * or the raw data from which this function creates that row.
 */
export function storeEvent(
  db: WriteDb,
  event: DecodedEvent,
  receivedAtMs: number,
  source: EventSource,
  rawEvent: RawStorage | StoredRaw,
): void {
  const sentAtMs = Math.max(0, event.sentAtMs ?? receivedAtMs);
  const stamp = stampAt(source, Math.min(sentAtMs, receivedAtMs));
  const { company, round } = event;
  const technologies = event.technologies ?? [];
  const categories = event.stackCategories ?? [];
  const { companyId } = company;
  const raw = 'raw' in rawEvent ? rawEvent : storedRaw(rawEvent, { companyId, source, raw: event.raw });
  storeAndRecordChanges(db, { companyId, parts: ['rounds'], stamp }, () => {
    mergeCompany(db, { ...company, totalContacts: null, totalRounds: null }, stamp);
    if (raw !== null) putCompanySources(db, [{ companyId, stamp, ...raw, personal: null }]);
    // A round of level `event` does not overwrite a stored round of level `full`.
    if (round !== null) mergeRound(db, { companyId, round, level: 'event', stamp, raw });
    refreshLatestRound(db, companyId);
    // An event without a score does not mean a score of 0, so the stored score remains (spec §6.1).
    if (event.icpMatch !== null)
      putIcp(db, { companyId, score: event.icpMatch, receivedAtMs: stamp.fetchedAtMs });
    if (technologies.length > 0 || categories.length > 0)
      storeTechnologies(db, companyId, { technologies, categories, domain: null }, stamp, null);
  });
}
