/*
 * Values of archives and imports. This is a separate file so the renderer can use them without loading the
 * schemas.
 */

/** The kinds of user data that an import shows and that the user can leave out, in display order. */
export const ARCHIVE_KINDS = [
  'notes',
  'tasks',
  'contact-log',
  'tags',
  'lists',
  'statuses',
  'triage',
  'templates',
  'saved-searches',
  'saved-views',
  'market',
  'investors',
  'ours',
  'review-notes',
  'follow-up-rules',
  'watch-rules',
  'plan-rules',
] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/**
 * What to keep of an item that was changed on both sides: both texts (notes only), this computer's version,
 * or the archive's.
 */
export const CONFLICT_CHOICES = ['both', 'here', 'there'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** Why the app refuses a file. */
export const ARCHIVE_REFUSALS = [
  'not-an-archive',
  'newer-version',
  'damaged',
  'too-large',
  'passphrase-needed',
  'wrong-passphrase',
] as const;

/** Maximum number of conflicts in one reply, because each contains two texts. */
export const CONFLICTS_PAGE_MAX = 20;
/** Maximum length of a text in a conflict. Longer texts are cut. */
export const CONFLICT_TEXT_MAX = 10_000;
/** Maximum number of conflicts for which the user can make individual choices. */
export const CONFLICT_CHOICES_MAX = 2_000;
