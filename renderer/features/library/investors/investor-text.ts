import type { InvestorView } from '../../../../shared/model/investors/investor.ts';
import { calendarLongText, compactAmount } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { investorStrings as strings } from './strings.ts';

/**
 * Returns one line for each currency, with its sum, followed by lines for the rounds that are not part of any
 * sum.
 */
export const amountLines = ({ amounts, withoutAmount, withoutCurrency }: InvestorView): readonly string[] => [
  ...amounts.map(({ currency, total, rounds, rounded }) =>
    strings.sum(safeLine(compactAmount(total, currency) ?? `${total} ${currency}`, 60), rounds, rounded),
  ),
  ...(withoutCurrency > 0 ? [strings.withoutCurrency(withoutCurrency)] : []),
  ...(withoutAmount > 0 ? [strings.undisclosed(withoutAmount)] : []),
];

export const stageLine = ({ stages }: InvestorView): string =>
  stages
    .map(({ stage, rounds }) => strings.counted(safeLine(stage ?? strings.noStage, 60), rounds))
    .join(' · ');

export function dateLine({ firstOn, lastOn }: InvestorView): string {
  const [first, last] = [calendarLongText(firstOn), calendarLongText(lastOn)];
  return first === null || last === null ? strings.noDates : strings.range(first, last);
}
