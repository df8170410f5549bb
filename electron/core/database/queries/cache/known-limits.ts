import { z } from 'zod';
import { budgetSchema, type Budget } from '../../../../../shared/model/budget.ts';
import { all, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

const sourceSchema = z.enum(['chosen', 'header', 'stats', 'refusal']);

/** A limit that the user entered (`chosen`) or that the service reported. */
export interface KnownLimit {
  readonly budget: Budget;
  readonly value: number;
  readonly source: z.infer<typeof sourceSchema>;
}

/** Returns the copy of the account's limits, sorted by budget. */
export const knownLimits = (db: ReadDb): KnownLimit[] =>
  all(db, 'SELECT budget, value, source FROM known_limit ORDER BY budget').map((row) => ({
    budget: budgetSchema.parse(text(row, 'budget')),
    value: num(row, 'value'),
    source: sourceSchema.parse(text(row, 'source')),
  }));

/** Replaces the copy of the account's limits. Must be called within a transaction. */
export function replaceKnownLimits(db: WriteDb, limits: readonly KnownLimit[]): void {
  run(db, 'DELETE FROM known_limit');
  for (const limit of limits)
    run(db, 'INSERT INTO known_limit (budget, value, source) VALUES (:budget, :value, :source)', {
      ...limit,
    });
}
