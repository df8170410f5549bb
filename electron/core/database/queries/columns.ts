import { amountSchema, sourceSchema, type Amount, type Stamp } from '../../../../shared/model/company.ts';
import { num, numOrNull, text, textOrNull, type SqlParams, type SqlRow } from '../sql.ts';

/* Readers and writers for columns shared by several tables. */

export const stampOf = (row: SqlRow): Stamp => ({
  source: sourceSchema.parse(text(row, 'source')),
  fetchedAtMs: num(row, 'fetched_at_ms'),
});

export function amountOf(row: SqlRow): Amount | null {
  const received = textOrNull(row, 'amount_text');
  if (received === null) return null;
  return {
    text: received,
    value: numOrNull(row, 'amount_value'),
    precision: amountSchema.shape.precision.parse(text(row, 'amount_precision')),
    currency: textOrNull(row, 'amount_currency'),
  };
}

/** Replaces NaN and infinity with null, because SQLite cannot store NaN, and JSON has no infinity. */
export const finiteOrNull = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;

export const amountParams = (amount: Amount | null): SqlParams => ({
  amountText: amount?.text ?? null,
  amountValue: finiteOrNull(amount?.value ?? null),
  amountPrecision: amount?.precision ?? null,
});
