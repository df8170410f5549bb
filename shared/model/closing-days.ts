/*
 * An open contact window counts as closing from one of these numbers of days before its estimated end. The
 * user cannot change these three values, because the UI depends on them: the countdown has two stages, and a
 * filter is named after the third value.
 */

/**
 * "Closing soon" begins when this many days are left: the countdown is outlined, and Today lists the company.
 */
export const CLOSING_SOON_DAYS = 10;
/**
 * "About to close" begins when this many days are left: the countdown is filled, and a watched list reports a
 * change.
 */
export const ABOUT_TO_CLOSE_DAYS = 4;
/** The library's filter "Closes within 7 days". */
export const CLOSING_FILTER_DAYS = 7;

/** Number of days for which Today lists fetched contacts that the user has not written to. */
export const READY_DAYS = 14;
