import type { MonthlyReview } from '../../../shared/model/review/monthly-review.ts';
import { monthsAfter } from '../../../shared/model/review/months.ts';
import { countText } from '../../lib/format.ts';
import { monthName } from './month-names.ts';
import {
  comparedNotes,
  comparedRows,
  expiredNotes,
  expiredRows,
  leadOf,
  spentNotes,
  spentRows,
  stepRows,
  suggestionText,
  type BarRow,
  type FactRow,
} from './review-text.ts';
import { review as strings } from './strings.ts';

/** Escapes text for Markdown. Names of saved searches and statuses can contain any characters. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

const barLine = ({ name, count, part }: BarRow): string =>
  `- ${escaped(name)}: ${countText(count)}${part === null ? '' : ` (${part})`}`;
const factLine = ({ name, value, was }: FactRow): string =>
  `- ${escaped(name)}: ${value}${was === null ? '' : ` (${was})`}`;

const section = (title: string, lines: readonly string[], notes: readonly string[] = []): string =>
  [`**${title}**`, lines.join('\n'), ...(notes.length === 0 ? [] : [notes.join(' ')])].join('\n\n');

/** Writes the review as the Markdown of a note, without company names. */
export function noteTextOf(review: MonthlyReview): string {
  const { month, before, suggestions } = review;
  const lead = leadOf(review).map(({ text, isStrong }) =>
    isStrong ? `**${escaped(text)}**` : escaped(text),
  );
  const changes = suggestions.map((suggestion) => {
    const { title, evidence } = suggestionText(suggestion, month);
    return `- **${escaped(title)}.** ${escaped(evidence)}`;
  });
  return [
    lead.join(''),
    section(strings.spent.title, spentRows(review).map(barLine), spentNotes(review)),
    section(strings.came.title, stepRows(review).map(barLine), [strings.came.about(monthName(month))]),
    section(strings.expired.title, expiredRows(review).map(factLine), expiredNotes(review)),
    ...(before === null
      ? []
      : [
          section(
            strings.compared.title(monthName(before.month)),
            comparedRows(review).map(factLine),
            comparedNotes(review),
          ),
        ]),
    section(
      strings.change.title(monthName(monthsAfter(month, 1))),
      changes.length === 0 ? [strings.change.none] : changes,
    ),
    '',
  ].join('\n\n');
}
