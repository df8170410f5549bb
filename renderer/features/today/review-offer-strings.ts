export const reviewOffer = {
  region: 'Monthly review',
  title: (month: string) => `${month} is over.`,
  about: 'See what you spent, what you got for it, and what to change.',
  open: 'Open review',
  hide: 'Hide the monthly review',
} as const;
