/*
 * Conditions as numbers, for loops over all companies that keep some of them. A branch that depends on the
 * data makes such a loop much slower, because the processor often predicts it wrongly.
 */

/** Returns 1 if the number is 0, and 0 if it is another integer below 2³¹. It must not be negative. */
export const isZero = (value: number): number => (value - 1) >>> 31;

/** Returns 1 if two integers from 0 to 2³¹ − 1 are equal, and 0 otherwise. */
export const isEqual = (one: number, other: number): number => isZero(one ^ other);
