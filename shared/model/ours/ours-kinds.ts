/*
 * Kinds of companies that the UI calls "Already yours". This is a separate file so the renderer can use the
 * values without loading the schemas.
 */

/** The kinds, most important first. If a company has several, the first one applies. */
export const OURS_KINDS = ['do-not-contact', 'customer', 'deal', 'competitor'] as const;
export type OursKind = (typeof OURS_KINDS)[number];

/**
 * Values of the library's filter. `possible`: only the name of a line is the same or similar, and the user
 * has not decided yet. `none`: no line matches.
 */
export const OURS_CHOICES = [...OURS_KINDS, 'possible', 'none'] as const;
export type OursChoice = (typeof OURS_CHOICES)[number];

export const OURS_LINES_MAX = 20_000;
export const OURS_TEXT_MAX = 2_000_000;
/** Maximum length of the text in one call, because a message in the browser shell is limited to 1 MB. */
export const OURS_PIECE_MAX = 100_000;
/** Maximum number of decisions about possible matches in one import. */
export const OURS_DECISIONS_MAX = 1_000;
