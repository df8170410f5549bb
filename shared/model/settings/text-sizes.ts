/** Sizes of the text, percent of the usual one; 200 is what WCAG 2.2 asks for (1.4.4). */
export const TEXT_SIZES = [100, 110, 125, 150, 175, 200] as const;
