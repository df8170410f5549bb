import type { Stamp } from '../../../shared/model/company.ts';
import {
  insertCompanies,
  putCompanySources,
  type CompanySource,
  type LatestRound,
} from '../database/queries/cache/companies.ts';
import { addIndustries, addTags, createTagKeys } from '../database/queries/cache/company-profile.ts';
import type { WriteDb } from '../database/sql.ts';
import type { DecodedListRow } from '../service-api/decoders/decoded-types.ts';
import { newCompany } from './merge-company.ts';
import {
  addFirstRounds,
  firstRound,
  listLevel,
  type MergedRound,
  type ReceivedRound,
} from './merge-rounds.ts';
import { storedRaw, type RawStorage } from './store-raw.ts';

/** A received company that is not stored yet, with all rows to insert for it. */
interface NewCompany {
  readonly company: ReturnType<typeof newCompany>;
  readonly latest: LatestRound | null;
  readonly source: CompanySource | null;
  readonly round: { readonly merged: MergedRound; readonly received: ReceivedRound } | null;
}

/**
 * Stores rows whose companies are not stored yet, one row for each company. Same result as `storeListRow`
 * followed by `refreshLatestRound`, but reads nothing and inserts all rows of a table together. Call inside a
 * transaction.
 * @returns the id of each row's round, or null for a row without round data
 */
export function addCompanies(
  db: WriteDb,
  rows: readonly DecodedListRow[],
  stamp: Stamp,
  storage: RawStorage,
): (string | null)[] {
  const added = rows.map((row) => companyIn(row, stamp, storage));
  insertCompanies(
    db,
    added.map(({ company: { facts, folded }, latest }) => ({ facts, folded, latest })),
  );
  addIndustries(
    db,
    added.map(({ company: { facts, industries } }) => ({ companyId: facts.companyId, industries })),
  );
  const tagKeyOf = createTagKeys(db);
  addTags(
    db,
    added.map(({ company: { facts, tags } }) => ({
      companyId: facts.companyId,
      tagKeys: tags.map(tagKeyOf),
    })),
  );
  putCompanySources(
    db,
    added.flatMap(({ source }) => source ?? []),
  );
  addFirstRounds(
    db,
    added.flatMap(({ round }) => round ?? []),
  );
  return added.map(({ latest }) => latest?.roundId ?? null);
}

function companyIn({ company, round, raw }: DecodedListRow, stamp: Stamp, storage: RawStorage): NewCompany {
  const { companyId } = company;
  const stored = storedRaw(storage, { companyId, source: stamp.source, raw });
  const received = { companyId, round, level: listLevel(round), stamp, raw: stored };
  const merged = firstRound(received);
  return {
    company: newCompany({ ...company, totalContacts: null, totalRounds: null }, stamp),
    latest: merged?.facts ?? null,
    source: stored === null ? null : { companyId, stamp, ...stored, personal: null },
    round: merged === null ? null : { merged, received },
  };
}
