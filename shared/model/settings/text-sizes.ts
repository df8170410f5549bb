/** Text sizes in percent of the default. WCAG 2.2 requires text to scale to 200 % (1.4.4). */
export const TEXT_SIZES = [100, 110, 125, 150, 175, 200] as const;
