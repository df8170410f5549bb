export const firstRun = {
  title: 'Welcome · Roundwatch',
  promise: 'Nothing leaves this computer until you connect an account.',
  heading: 'Start with the demo, or connect your account',
  lede: 'Roundwatch finds companies that have just raised money, stores them on this computer, and shows the price of every request before you send it.',
  foot: 'Each workspace has its own folder on this computer. You can switch workspaces at any time.',
  back: 'Back',
  known: 'Or open an existing workspace',
  demo: {
    heading: 'Explore the demo',
    why: 'A simulated service. Free, no API key needed.',
    what: 'Thousands of made-up companies and a morning’s worth of signals',
    time: 'A month in a minute: skip ahead to see what happens next',
    own: 'A separate workspace that you can leave in one click',
    button: 'Explore the demo',
    preparing: 'Preparing a week of demo data…',
    resume: 'Continues where you left off',
  },
} as const;
