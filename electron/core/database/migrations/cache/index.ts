import whole from './schema.json' with { type: 'json' };
import type { Migration } from '../../migrate.ts';
import { first } from './0010-first.ts';
import { panels } from './0020-panels.ts';
import { answers } from './0030-answers.ts';
import { search } from './0040-search.ts';
import { privacyCopy } from './0050-privacy-copy.ts';
import { leanRows } from './0060-lean-rows.ts';
import { searchWords } from './0070-search-words.ts';
import { eitherList } from './0080-either-list.ts';
import { icp } from './0090-icp.ts';
import { signals } from './0100-signals.ts';
import { changes } from './0110-changes.ts';
import { contactAliases } from './0120-contact-aliases.ts';
import { outsideDeliveries } from './0140-outside-deliveries.ts';
import { knownLimits } from './0150-known-limits.ts';
import { undocumentedFields } from './0160-undocumented-fields.ts';
import { doubtedDays } from './0170-doubted-days.ts';
import { oursPending } from './0180-ours-pending.ts';
import { investors } from './0190-investors.ts';
import { roundsByDay } from './0200-rounds-by-day.ts';
import { foundBy } from './0210-found-by.ts';
import { contactsFetched } from './0220-contacts-fetched.ts';
import { widerMerges } from './0230-wider-merges.ts';
import { savedFacts } from './0250-saved-facts.ts';
import { wholeCompanies } from './0130-whole-companies.ts';

/** Migrations of `cache.db`, oldest first. */
export const cacheMigrations: readonly Migration[] = [
  first,
  panels,
  answers,
  search,
  privacyCopy,
  leanRows,
  searchWords,
  eitherList,
  icp,
  signals,
  changes,
  contactAliases,
  wholeCompanies,
  outsideDeliveries,
  knownLimits,
  undocumentedFields,
  doubtedDays,
  oursPending,
  investors,
  roundsByDay,
  foundBy,
  contactsFetched,
  widerMerges,
  { ...savedFacts, whole },
];
