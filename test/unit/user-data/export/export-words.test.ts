import { describe, expect, it } from 'vitest';
import { exportNotes } from '../../../../electron/core/user-data/export/export-notes.ts';
import { EXPORT_WORDS, sortText } from '../../../../electron/core/user-data/export/export-words.ts';
import { createContactLog } from '../../../../electron/core/user-data/contact-log.ts';
import { createSavedFilters } from '../../../../electron/core/user-data/saved-views.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { fit } from '../../../../renderer/features/company/fit-strings.ts';
import { contactLog } from '../../../../renderer/features/company/user-data/strings.ts';
import { library } from '../../../../renderer/features/library/strings.ts';
import { ours } from '../../../../renderer/features/lists/ours/strings.ts';
import { memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { libraryQueryOf } from '../user-data-changes.ts';

const T0 = Date.UTC(2026, 5, 10, 12);

describe('words of the Markdown export', () => {
  it('are the words of the screens', () => {
    const { triage, windows, fits, freshness, sorts } = library;
    const { channels, answers } = contactLog;
    expect(EXPORT_WORDS).toEqual({
      noStatus: 'No status',
      triage,
      ours: ours.choice,
      windows,
      fits,
      freshness,
      sorts,
      fitParts: fit.parts,
      channels,
      answers,
    });
  });

  it('name each sort order, also reversed', () => {
    expect(sortText('window')).toBe('Contact window closing soonest');
    expect(sortText('name-reversed')).toBe('Name (reversed)');
  });

  it('replace the stored values of saved views', () => {
    const yours = memoryYours();
    recordChange(yours, { what: 'filter-saved', atMs: T0 }, (journal) => {
      const query = libraryQueryOf('', {
        triage: ['todo'],
        ours: ['do-not-contact'],
        windows: ['closed'],
        fits: ['high'],
        freshness: ['older'],
      });
      createSavedFilters(yours, journal).create('Old', { ...query, sort: 'window' }, T0);
    });
    expect([...exportNotes(yours)].map(({ text }) => text)).toEqual([
      [
        '# Saved views of the library',
        '',
        '## Old',
        '',
        '- Triage: To do',
        '- Already yours: Do not contact',
        '- Fit: 70 or more',
        '- Contact window: Closed',
        '- Last fetched: More than 30 days ago',
        '- Sorted by: Contact window closing soonest',
        '',
      ].join('\n'),
    ]);
  });

  it('replace the stored values of contact log entries', () => {
    const [yours, cache] = [memoryYours(), memoryCache()];
    const entry = { happenedOn: '2026-06-09', line: '', personId: null, followUps: [] };
    recordChange(yours, { what: 'contact-logged', atMs: T0 }, (journal) =>
      createContactLog({ yours, cache }, journal).add(
        [{ companyId: 'a', companyName: 'A' }],
        { ...entry, channel: 'email', answer: 'not-interested' },
        T0,
      ),
    );
    expect([...exportNotes(yours)][0]?.text).toContain('- 2026-06-09, E-mail, Not interested\n');
  });
});
