/** The data type of a dragged card. Other programs ignore this type. */
export const COMPANY_DRAG = 'application/x-roundwatch-company';
