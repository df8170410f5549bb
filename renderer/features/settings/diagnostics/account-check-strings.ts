import type {
  CheckedCost,
  CheckedRequest,
  HeaderNote,
} from '../../../../shared/model/account/account-check.ts';
import type { Drift } from '../../../../shared/model/workspace.ts';
import { plural } from '../../../lib/format.ts';

export const accountCheckStrings = {
  title: 'Account check',
  about: (cost: string) =>
    `Compares the service’s fields, headers and costs with the documentation. The check costs up to ${cost}.`,
  check: 'Check account',
  checking: 'Checking the account…',
  copy: 'Copy report',
  copied: 'Report copied',
  heading: (when: string, version: string) => `Account check, ${when} UTC, Roundwatch ${version}`,
  spent: (cost: string) => `Spent: ${cost}`,
  same: 'Everything matches the documentation.',
  differs: (count: number) => `${plural(count, 'difference')} from the documentation:`,
  incomplete: 'The check is incomplete, because some requests got no usable response.',
  results: {
    ok: 'as documented',
    'not-found': 'not found',
    failed: 'failed',
    stopped: 'failed (the check stopped here)',
    'not-sent': 'not sent',
  } satisfies Record<CheckedRequest['result'], string>,
  status: (status: number) => `status ${status}`,
  kinds: {
    missing: 'documented field is missing',
    type: 'field has a different type',
    unknown: 'field isn’t documented',
    alternate: 'field has a different name',
    row: 'record is unusable',
    paging: 'pagination doesn’t match the request or the results',
    wrapped: 'response has a different layout',
  } satisfies Record<Drift['kind'], string>,
  headers: 'Headers',
  headerProblems: {
    missing: 'missing',
    'not-a-number': 'not a number',
    'not-a-date': 'not a date',
    unknown: 'not documented',
  } satisfies Record<HeaderNote['problem'], string>,
  inResponses: (count: number, of: number) => `in ${count} of ${plural(of, 'response')}`,
  costs: 'Costs',
  units: {
    requests: 'requests',
    records: 'records',
    'page-turns': 'page turns',
    companies: 'companies',
  } satisfies Record<CheckedCost['unit'], string>,
  counted: (unit: string, counted: number, least: number, most: number) =>
    `${unit}: ${counted} counted by the service, ${least === most ? most : `${least} to ${most}`} documented`,
  notCounted: (unit: string) =>
    `${unit}: the service didn’t report comparable usage before and after the check`,
  moreCounted: 'Another device may have used this account during the check.',
} as const;
