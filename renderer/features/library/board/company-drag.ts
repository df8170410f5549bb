/** A card on its way to another column. A kind of the app's own: dropped on another program it is nothing. */
export const COMPANY_DRAG = 'application/x-roundwatch-company';
