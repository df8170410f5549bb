/** The data type of a dragged card. Other programs ignore it. */
export const COMPANY_DRAG = 'application/x-roundwatch-company';
