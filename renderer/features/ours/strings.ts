import type { OursKind } from '../../../shared/model/ours/ours-kinds.ts';
import type { OursPreviewRow } from '../../../shared/model/ours/ours.ts';
import { countText, plural } from '../../lib/format.ts';

const matchedBy: Readonly<Record<OursPreviewRow['matchedBy'], string>> = {
  domain: 'website',
  linkedin: 'LinkedIn URL',
  name: 'same name',
  similar: 'similar name',
};

const unit = (records: number): string => (records === 1 ? 'record' : 'records');

export const oursImport = {
  title: 'Already yours',
  back: 'Back to Settings',
  kinds: 'Import as',
  theseAre: 'Import as',
  kind: {
    customer: 'Customers',
    deal: 'Open deals',
    competitor: 'Competitors',
    'do-not-contact': 'Do not contact',
  } satisfies Record<OursKind, string>,
  sub: (lines: number) => `${plural(lines, 'line')} read · nothing is saved yet`,
  start: {
    label: 'Companies',
    placeholder: 'arcticloop.example\nlinkedin.com/company/ludvika-motion\nOberfeld GmbH',
    hint: 'One company per line, or a CSV file with a header. Roundwatch matches websites and LinkedIn URLs. Matches by name need your confirmation.',
    file: 'Choose a file',
    preview: 'Compare with your library',
    busy: 'Comparing…',
    empty: 'Paste companies or choose a file first.',
    tooLong: 'The text has more than 2 million characters. Import it in parts.',
    tooManyLines: (max: number) => `The list has more than ${countText(max)} lines. Import it in parts.`,
    tooBig: 'The file is larger than 8 MB. Import it in parts.',
    notText: 'This isn’t a text file. Save it as CSV or plain text first.',
  },
  columns: ['Line', 'Company in your library', 'Matched by', 'What changes'],
  sections: {
    possible: 'Possible matches',
    possibleAbout: (count: number) =>
      `${countText(count)} with the same or a similar name, waiting for your decision`,
    exact: 'Exact matches',
    exactAbout: (count: number) =>
      `${countText(count)} matched by website, company LinkedIn URL or your earlier decision`,
    unmatched: 'Not in your library',
    unmatchedAbout: (count: number) =>
      `${countText(count)} will be saved and compared with companies added later`,
    unreadable: 'Unreadable lines',
    unreadableAbout: (count: number, examples: readonly string[]) =>
      `${plural(count, 'line')} will be left out: ${examples.join(', ')}${
        count > examples.length ? ` and ${countText(count - examples.length)} more` : ''
      }`,
    unreadableLine: (line: number, text: string) => `line ${countText(line)} “${text}”`,
    more: (count: number) => `${countText(count)} more`,
  },
  matchedBy,
  decided: 'your decision',
  decide: 'Compared with',
  answers: { same: 'Same', different: 'Different', later: 'Later' },
  changes: {
    leavesPlan: (records: number) => `leaves today’s plan, −${plural(records, 'record')}`,
    tasks: (count: number) => `keeps ${plural(count, 'open task')}`,
    snoozed: (until: string) => `stays snoozed until ${until}`,
    none: '–',
  },
  after: {
    title: 'After the import',
    marked: {
      customer: 'Marked as customers',
      deal: 'Marked as open deals',
      competitor: 'Marked as competitors',
      'do-not-contact': 'Marked as “Do not contact”',
    } satisfies Record<OursKind, string>,
    kept: 'Saved to match later',
    undecided: 'Left undecided',
    repeated: 'Repeated lines',
    out: 'Not imported',
  },
  does: {
    title: 'What marking does',
    badge: 'Shows a badge wherever the company appears',
    out: 'Leaves the company out of plans, suggestions and bulk requests',
    asks: 'Asks you to confirm each request for the company',
    found: 'Keeps the company visible in Search and Library',
    stay: 'Keeps notes, tasks and follow-ups',
  },
  plan: {
    title: 'Today’s plan',
    /** `amount` is formatted and includes its certainty, such as `about 52`. */
    stays: (amount: string, records: number) => `${amount} ${unit(records)}, unchanged by the import.`,
    changes: (amount: string, records: number, after: string | null, names: string) =>
      `${amount} ${unit(records)} now, ${after ?? 'nothing'} after the import. ${names}.`,
    leave: (names: readonly string[], more: number) => {
      const all = more === 0 ? names : [...names, `${countText(more)} more`];
      const joined = new Intl.ListFormat('en', { type: 'conjunction' }).format(all);
      return `${joined} ${all.length === 1 ? 'leaves' : 'leave'} the plan`;
    },
  },
  local: 'This list stays on this computer and is never sent to the service.',
  undecided: (count: number) =>
    count === 0
      ? ''
      : `${count === 1 ? '1 possible match is' : `${countText(count)} possible matches are`} undecided. You can decide later in Library.`,
  cancel: 'Cancel',
  import: (count: number) => `Import ${plural(count, 'company', 'companies')}`,
  imported: (count: number) => `${plural(count, 'company', 'companies')} imported`,
  summary: (marked: number, kept: number) =>
    `${countText(marked)} will be marked, ${countText(kept)} saved to match later`,
  imports: {
    title: 'Imports',
    none: 'Nothing imported yet. Imported companies stay out of plans and suggestions.',
    source: (source: string) => (source === '' ? 'pasted' : source),
    counts: (lines: number, matched: number, possible: number) =>
      `${plural(lines, 'line')}, ${countText(matched)} in your library${
        possible === 0 ? '' : `, ${countText(possible)} undecided`
      }`,
    show: 'Show lines',
    hide: 'Hide lines',
    remove: 'Remove import',
    removed: 'Import removed',
    notFound: 'not in your library',
    more: 'Show more',
  },
} as const;
