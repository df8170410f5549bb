/**
 * Returns whether a click is the second or a later one of a double click. Its first click may have been on
 * another control: if that control opened this screen, the user has not seen the button that the second click
 * hits. A click by keyboard counts as no click, so it is never repeated.
 */
export const isRepeatedClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
