/** Breaks the plan to prove that its tests can fail. Tests only. */
export type PlantedDefect =
  /** The last day of a call is not looked at. */
  | 'deadline-ignored'
  /** What is likely to come is not kept in mind. */
  | 'nothing-expected'
  /** Only records are counted today. */
  | 'one-budget';
