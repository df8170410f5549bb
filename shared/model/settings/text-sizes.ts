/** Text sizes as a percentage of the default. WCAG 2.2 requires that text can be scaled to 200% (1.4.4). */
export const TEXT_SIZES = [100, 110, 125, 150, 175, 200] as const;
