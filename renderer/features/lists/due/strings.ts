export const due = {
  day: 'Due date',
  time: 'Time',
  optional: 'optional',
  quick: 'Suggested days',
  badDay: 'Enter a date, or a day such as “Friday” or “in 3 days”.',
  badTime: 'Enter a time as HH:MM.',
} as const;
