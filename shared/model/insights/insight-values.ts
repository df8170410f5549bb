/* Constants for Insights. This is a separate file so the renderer can use it without loading the schemas. */

/**
 * The lengths, in weeks, of the periods that can be chosen with one click. Each period includes the current
 * week.
 */
export const INSIGHT_WEEKS = [4, 13, 52] as const;
/** Maximum length, in days, of a period that the user types. */
export const INSIGHT_DAYS_MAX = 731;
/** Maximum number of stages that Insights shows separately; the others are counted together. */
export const INSIGHT_STAGES_MAX = 8;
/** Maximum number of amounts shown as dots for each stage. */
export const INSIGHT_DOTS_MAX = 150;
/** Maximum number of countries or industries that are shown; the others are counted together. */
export const INSIGHT_SHARES_MAX = 7;
/**
 * Maximum number of further countries or industries that are listed only in the table. This is also the
 * maximum length of any list in a reply.
 */
export const INSIGHT_OTHERS_MAX = 50;
export const INSIGHT_INVESTORS_MAX = 10;
/**
 * If either period has fewer rounds than this, shares are not compared, because the change could be due to
 * chance.
 */
export const INSIGHT_COMPARED_MIN = 20;
/** Minimum number of amounts for which a stage has quartiles. */
export const INSIGHT_QUARTILES_MIN = 4;
