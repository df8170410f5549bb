import type { Why } from '../../../shared/contract-privacy.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { panelsOf } from '../db/queries/panels.ts';
import { callEndedNear, companyStamps, peopleStamps, type PaidCall } from '../db/queries/why.ts';
import type { ReadDb } from '../db/sql.ts';
import { goesAtMs, retentionMonths } from './retention.ts';

/** Storing an answer and settling its call follow each other at once; between them is a moment, not a minute. */
const NEAR_MS = 30_000;
/** Within this a call's start is known, save before the service's time was heard for the first time. */
const START_WITHIN_MS = 900_000;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/**
 * Why anything of this company is kept: every answer that something of it stands from, with the call in the ledger, and when
 * it goes by itself. Empty where nothing is kept.
 */
export function whyKept({ cache, yours, ledger }: Files, companyId: string): Why[] {
  const months = retentionMonths(yours);
  const reason = (what: Why['what'], stamp: Stamp, people: number | null): Why => ({
    what,
    source: stamp.source,
    fetchedAtMs: stamp.fetchedAtMs,
    call: callOf(ledger, companyId, stamp),
    people,
    goesAtMs: what === 'people' ? goesAtMs(stamp.fetchedAtMs, months) : null,
  });
  const people = peopleStamps(cache, companyId, LIST_LIMIT_MAX / 2);
  const told = companyStamps(cache, companyId);
  return [
    ...told.map((stamp) => reason('company', stamp, null)),
    ...panelStamps(cache, companyId, told).map((stamp) => reason('panel', stamp, null)),
    ...people.map((stamp) => reason('people', stamp, stamp.people)),
  ].slice(0, LIST_LIMIT_MAX);
}

/** Panels that an answer of their own filled, as far as no raw row tells of that answer already. */
function panelStamps(cache: ReadDb, companyId: string, told: readonly Stamp[]): Stamp[] {
  const isTold = (stamp: Stamp): boolean =>
    told.some(({ source, fetchedAtMs }) => source === stamp.source && fetchedAtMs === stamp.fetchedAtMs);
  return [...panelsOf(cache, companyId).values()].flatMap(({ panel, fetchedAtMs }) => {
    if (fetchedAtMs === null) return [];
    const stamp = { source: panel, fetchedAtMs };
    return isTold(stamp) ? [] : [stamp];
  });
}

/** A list is asked for below no company; a webhook is no call at all. */
function callOf(ledger: ReadDb, companyId: string, { source, fetchedAtMs }: Stamp): PaidCall | null {
  const endpoint = endpointOf(source);
  if (endpoint === null) return null;
  const isList = endpoint === 'fundings' || endpoint === 'companies';
  const told = { endpoint, companyId: isList ? null : companyId, atMs: fetchedAtMs, nearMs: NEAR_MS };
  return (
    callEndedNear(ledger, { ...told, withinMs: START_WITHIN_MS }) ??
    callEndedNear(ledger, { ...told, withinMs: null })
  );
}

const endpointOf = (source: Source): Endpoint | null => (source === 'webhook' ? null : source);
