export const firstRun = {
  title: 'Welcome · Roundwatch',
  promise: 'Nothing leaves this laptop until you connect.',
  heading: 'Start with the demo, or connect an account',
  lede: 'Roundwatch finds companies that have just raised, keeps them on this laptop, and tells you the price before every call.',
  foot: 'Your data stays in a folder of its own. You can leave at any time.',
  back: 'Back',
  known: 'Or open a workspace',
  demo: {
    heading: 'Explore the demo',
    why: 'A simulated service. No key, no money.',
    what: 'Thousands of invented companies, and rounds announced every day',
    time: 'A month in a minute, with the time-travel control',
    own: 'A workspace of its own; leave it in one action',
    button: 'Explore the demo',
    resume: 'It keeps its place from last time',
  },
} as const;
