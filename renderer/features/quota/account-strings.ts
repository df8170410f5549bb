import type { AccountUsage } from '../../../shared/model/account/account.ts';
import { countText, dayText, plural } from '../../lib/format.ts';

type KeyType = NonNullable<AccountUsage['reading']>['keyType'];

const AVERAGE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export const accountStrings = {
  title: 'Account',
  chart: 'Requests per day, last 30 days',
  readAt: (when: string) => `checked ${when}`,
  never: 'No account usage loaded yet. To load it, use “Confirm usage”.',
  thisDevice: 'this computer',
  others: 'other devices',
  notReported: 'not reported',
  tables: { day: 'Day (UTC)', own: 'This computer', others: 'Other devices' },
  chartLabel: (own: number, others: number | null) =>
    others === null
      ? `${plural(own, 'request')} by this computer in 30 days. Requests by other devices weren’t reported for every day.`
      : `${plural(own, 'request')} by this computer and ${countText(others)} by other devices in 30 days.`,
  dayValue: (own: number, others: number | null) =>
    `${plural(own, 'request')} by this computer, ${others === null ? 'other devices not reported' : `${countText(others)} by other devices`}`,
  today: 'today',
  facts: {
    key: 'API key',
    created: 'Created',
    lastUsed: 'Last used',
    requests: 'Requests',
    average: 'Response time',
    rateLimit: 'Rate limit',
    endpoints: 'Request types used',
  },
  keyTypes: { live: 'live key', test: 'test key', unknown: 'unknown type' } satisfies Record<KeyType, string>,
  requests: (total: number | null, successful: number | null, failed: number | null) =>
    [
      total === null ? null : `${countText(total)} in total`,
      successful === null ? null : `${countText(successful)} successful`,
      failed === null ? null : `${countText(failed)} failed`,
    ]
      .filter((part) => part !== null)
      .join(', '),
  average: (value: number) => `${AVERAGE.format(value)} on average (unit unknown)`,
  excessive: (day: string, requests: number, above: number) =>
    `${plural(requests, 'request')} by other devices on ${day}. Your alert limit is ${countText(above)}.`,
  daily: 'Check account usage once a day',
  dailyPrice: (cost: string) => `${cost} a day`,
  dailyAbout: 'When this is on, Roundwatch checks usage at most once per UTC day.',
  dailyPaused:
    'Paused because the price of a check has gone up. To accept the new price, untick the box and tick it again.',
  alert: 'Alert me if other devices exceed',
  alertUnit: 'requests a day',
  wrongAlert: 'Enter a whole number from 0 to 100,000.',
  alertSaved: (above: number) => `Alert limit set to ${plural(above, 'request')} a day`,
  day: (startMs: number) => dayText(startMs, { timeZone: 'UTC' }),
} as const;
