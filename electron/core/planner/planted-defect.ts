/**
 * A way to break containment that the tests must catch. Only tests switch it on. `containment-on-rounded-amount`: the
 * `5M` of a row is taken for 5,000,000 when it is compared with a bound.
 */
export type PlannerDefect = 'containment-on-rounded-amount';
