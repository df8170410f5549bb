import { kit } from '../../../ui/strings.ts';

const fullHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const notifications = {
  title: kit.notifications,
  about: 'Notifications use only the data on this computer. Opening a notification never spends records.',
  unsupported: 'Notifications aren’t available here. Use the desktop app on a system that supports them.',
  problem: {
    silent: 'The last notification wasn’t shown: the system didn’t respond.',
    reason: (reason: string) => `The last notification wasn’t shown. The system’s reason: “${reason}”`,
    help: 'Allow notifications from Roundwatch in your system settings, then send a test notification.',
  },
  digest: 'Daily digest',
  digestHint:
    'New rounds, closing contact windows, tasks due, and changes to companies and investors you watch.',
  hour: 'Daily notification time',
  instant: 'Signals that fit your market, as they arrive',
  instantHint:
    'Also includes signals whose ICP match is at least the minimum fit, and signals with an investor you watch. Signals that arrive together are grouped.',
  threshold: 'Minimum fit',
  thresholdOf: (fit: number) => (fit === 0 ? 'No minimum' : `${fit} of 100`),
  tasks: 'Tasks due today or overdue',
  tasksHint:
    'Tasks with a time appear at that time. Other tasks appear in the digest or, if the digest is off, at the daily notification time.',
  quiet: 'Quiet hours',
  quietFrom: 'From',
  quietTo: 'Until',
  quietHint:
    'Signals wait for the next digest or, if the digest is off, until quiet hours end. Other notifications wait until quiet hours end.',
  quietNone: 'Quiet hours are off because both times are the same.',
  atHour: fullHour,
  test: 'Send test notification',
  testShown: 'Test notification sent',
  testNot: 'Test notification couldn’t be sent',
  saved: 'Notification settings saved',
  failed: 'The notification settings couldn’t be loaded.',
  again: 'Try again',
  reading: 'Loading…',
} as const;
