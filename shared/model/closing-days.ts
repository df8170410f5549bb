/*
 * When an open contact window counts as closing, in days before its estimated end. The user can't change the
 * three values, because the UI depends on them: the countdown has two stages, and the name of a filter
 * contains the third value.
 */

/** Closing soon: the countdown is outlined, and Today lists the company. */
export const CLOSING_SOON_DAYS = 10;
/** About to close: the countdown is filled, and a watched list reports a change. */
export const ABOUT_TO_CLOSE_DAYS = 4;
/** The library's filter "Closes within 7 days". */
export const CLOSING_FILTER_DAYS = 7;

/** Number of days for which Today lists fetched contacts that the user has not written to. */
export const READY_DAYS = 14;
