import { addInvestors, insertRounds } from '../../electron/core/database/queries/cache/rounds.ts';
import { run, type WriteDb } from '../../electron/core/database/sql.ts';
import { fold } from '../../shared/fold-diacritics.ts';
import type { MadeCompany, Random } from '../search-world.ts';

/*
 * The investors of the synthetic library. Search results contain no investors (spec §2.2), so a company has
 * investors only if its rounds were fetched. This is the case for every fifth company (`EACH`). Investors
 * follow Zipf's law, as words do: the n-th most active investor backs about 1/n as many companies as the
 * first.
 */

const EACH = 5;
const INVESTORS = 3_000;
const IN_ROUND_MAX = 4;
const SUFFIXES = ['Capital', 'Ventures', 'Partners', 'Angels', 'Growth'];

/** Name of the n-th most active investor, counted from 0. */
export const investorName = (at: number): string =>
  `${(at * 7_919 + 46_656).toString(36)} ${SUFFIXES[at % SUFFIXES.length] ?? ''}`;

/**
 * If `company` is one of the companies with investors (`EACH`), inserts the company's newest round and that
 * round's investors. Must be called in a transaction.
 */
export function insertInvestors(db: WriteDb, company: MadeCompany, random: Random, atMs: number): void {
  if (company.at % EACH !== 0) return;
  const { id: companyId, stage, announcedOn } = company;
  const roundId = `rnd_${company.at}`;
  const picked = Array.from({ length: 1 + Math.floor(random() * IN_ROUND_MAX) }, () =>
    investorName(Math.floor(INVESTORS ** random()) - 1),
  );
  const facts = {
    companyId,
    roundId,
    derivedId: false,
    detailLevel: 'full',
    stage,
    amount: null,
    currency: null,
    amountUsd: null,
    announcedOn,
    announcedText: null,
    stamp: { source: 'rounds', fetchedAtMs: atMs },
    claims: {},
  } as const;
  insertRounds(db, [{ facts, stageFolded: fold(stage) }]);
  const investors = [...new Set(picked)].map((name, position) => ({
    name,
    nameFolded: fold(name),
    role: position === 0 ? 'lead' : 'participant',
  }));
  addInvestors(db, [{ round: { companyId, roundId, fetchedAtMs: atMs }, investors }]);
  run(db, 'UPDATE company SET latest_round_id = :roundId WHERE company_id = :companyId', {
    companyId,
    roundId,
  });
}
