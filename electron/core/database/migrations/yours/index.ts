import whole from './schema.json' with { type: 'json' };
import type { Migration } from '../../migrate.ts';
import { first } from './0010-first.ts';
import { privacy } from './0020-privacy.ts';
import { words } from './0030-words.ts';
import { savedFilters } from './0040-saved-filters.ts';
import { savedSearches } from './0050-saved-searches.ts';
import { company } from './0060-company.ts';
import { triage } from './0070-triage.ts';
import { signals } from './0080-signals.ts';
import { planRules } from './0090-plan-rules.ts';
import { watch } from './0100-watch.ts';
import { came } from './0110-came.ts';
import { removedAndDismissed } from './0120-removed-and-dismissed.ts';
import { deletedStatuses } from './0130-deleted-statuses.ts';
import { dueTimes } from './0140-due-times.ts';
import { preferenceNames } from './0180-preference-names.ts';
import { followUps } from './0190-follow-ups.ts';
import { ours } from './0200-ours.ts';
import { investors } from './0210-investors.ts';
import { opened } from './0220-opened.ts';
import { reviewNotes } from './0240-review-notes.ts';
import { archives } from './0250-archives.ts';
import { localCompanies } from './0270-local-companies.ts';
import { assistants } from './0280-assistants.ts';
import { assistantMarks } from './0290-assistant-marks.ts';
import { assistantOutcomes } from './0300-assistant-outcomes.ts';

/** Migrations of `yours.db`, oldest first. */
export const yoursMigrations: readonly Migration[] = [
  first,
  privacy,
  words,
  savedFilters,
  savedSearches,
  company,
  triage,
  signals,
  planRules,
  watch,
  came,
  removedAndDismissed,
  deletedStatuses,
  dueTimes,
  preferenceNames,
  followUps,
  ours,
  investors,
  opened,
  reviewNotes,
  archives,
  localCompanies,
  assistants,
  assistantMarks,
  { ...assistantOutcomes, whole },
];
