/** Breaks one promise of the receiver, to prove that the tests find it. Tests only. */
export type ReceiverDefect =
  | 'answers-before-storing'
  | 'dedupes-by-time'
  | 'host-unchecked'
  | 'body-before-key'
  | 'cap-on-authenticated';
