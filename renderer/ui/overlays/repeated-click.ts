/**
 * Returns whether a click directly follows another one, as in a double click. The first click may have opened
 * this screen from another control, so the user may not have seen the button that the second click hits.
 * Keyboard clicks are never repeated clicks.
 */
export const isRepeatedClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
