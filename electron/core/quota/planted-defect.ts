/**
 * Ways to break the protocol, each of which the tests must catch. Only tests switch one on.
 * `fixed-window-minute`: minutes by the clock instead of a rolling one. `send-time-minute`: a call counts from its sending.
 * `client-clock`: resets by the laptop's clock. `release-after-timeout`: a lost answer counts as not charged.
 * `reserve-after-send`: the row is written once the answer is there. `double-settle`: a charge is counted twice.
 * `forgotten-budget`: page turns are not checked.
 */
export type PlantedDefect =
  | 'fixed-window-minute'
  | 'send-time-minute'
  | 'client-clock'
  | 'release-after-timeout'
  | 'reserve-after-send'
  | 'double-settle'
  | 'forgotten-budget';
