/**
 * Returns whether a click directly follows another one, as in a double click. The first click may have hit
 * another control that opened this screen, so the user has not seen the button that the second click hits.
 * Keyboard clicks are never repeated clicks.
 */
export const isRepeatedClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
