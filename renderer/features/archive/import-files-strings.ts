import type { ColumnMeaning } from '../../../shared/model/import-files/import-files-values.ts';
import { countText, plural } from '../../lib/format.ts';

const MEANINGS: Readonly<Record<ColumnMeaning, string>> = {
  ignore: 'Not imported',
  company: 'Company name',
  'company-id': 'Company ID',
  website: 'Website',
  linkedin: 'Company LinkedIn URL',
  note: 'Note',
  list: 'List',
  reason: 'Reason for being on the list',
  tags: 'Tags',
  status: 'Status',
  task: 'Task',
  due: 'Task due date',
  done: 'Task done',
  date: 'Date',
};

interface Companies {
  readonly known: number;
  readonly possible: number;
  readonly local: number;
  readonly unnamed: number;
}

export const importFiles = {
  csv: 'CSV file',
  csvAbout: 'Your notes, lists, tags, statuses or tasks from a spreadsheet or another program.',
  csvAct: 'Choose a CSV file…',
  csvActHere: 'Open the CSV file in the imports folder',
  markdown: 'Markdown notes',
  markdownAbout: 'One file per company. Each file can start with the name, website, tags, lists and status.',
  markdownAct: 'Choose a folder…',
  markdownActHere: 'Open the notes in the imports folder',
  read: (records: number, isTable: boolean) =>
    isTable
      ? `${plural(records, 'row')} read. Check what each column contains.`
      : `${plural(records, 'note')} read.`,
  unreadable: (count: number) => `${plural(count, 'file')} can’t be read and will be left out:`,
  columns: 'Columns in the file',
  header: 'Column',
  values: 'Sample values',
  contains: 'Contains',
  column: (number: number) => `Column ${countText(number)}`,
  meaningOf: (column: string) => `What ${column} contains`,
  meanings: MEANINGS,
  found: ({ known, possible, local, unnamed }: Companies) =>
    [
      `${plural(known, 'company is', 'companies are')} already in your library.`,
      ...(possible === 0 ? [] : [`${countText(possible)} may already be there.`]),
      ...(local === 0
        ? []
        : [
            `${countText(local)} will be imported under ${local === 1 ? 'its name' : 'their names'} in the file.`,
          ]),
      ...(unnamed === 0
        ? []
        : [`${plural(unnamed, 'row has', 'rows have')} no company and will be left out.`]),
    ].join(' '),
  possible: 'Are these companies the same?',
  possibleAbout:
    'Each company below may already be in your library. Choose its match, or “A different company”.',
  matchOf: (name: string) => `Company in your library that matches ${name}`,
  different: 'A different company',
  sameAs: (name: string) => `The same as ${name}`,
  compare: 'Compare with your data',
  cancel: 'Cancel',
  problems: {
    company: 'Choose the column that contains the company’s name, website or LinkedIn URL.',
    twice: 'You chose the same content for two columns. Change one of them.',
    file: (message: string) => `Can’t import: ${message}. Nothing was changed.`,
  },
} as const;
