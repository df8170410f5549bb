import type { Amount, CompanyRow } from '../../../../../shared/model/company.ts';
import type { StoredCompanyRow } from './companies.ts';
import { windowOf } from './contact-window.ts';
import { clip, clipOrNull } from '../../../foundation/clip-text.ts';

/** Converts a stored company to a list row, truncating strings to the contract's limits. */
export function companyRowOf(row: StoredCompanyRow, nowMs: number): CompanyRow {
  return {
    companyId: row.companyId,
    name: clip(row.name ?? row.companyId, 500),
    countryCode: row.countryCode === null || row.countryCode.length > 2 ? null : row.countryCode,
    countryName: clipOrNull(row.countryName, 200),
    industry: clipOrNull(row.industry, 200),
    stage: clipOrNull(row.stage, 100),
    amount: amountRow(row.amount),
    announcedOn: clipOrNull(row.announcedOn, 10),
    window: windowOf(row.announcedOn, row.contacts, nowMs),
    stamp: row.stamp,
  };
}

export const amountRow = (amount: Amount | null): Amount | null =>
  amount === null
    ? null
    : {
        text: clip(amount.text, 80),
        value: amount.value !== null && Number.isFinite(amount.value) ? amount.value : null,
        precision: amount.precision,
        currency: clipOrNull(amount.currency, 10),
      };
