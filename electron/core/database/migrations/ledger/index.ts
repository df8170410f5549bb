import whole from './schema.json' with { type: 'json' };
import type { Migration } from '../../migrate.ts';
import { first } from './0010-first.ts';
import { probesAndReadings } from './0020-probes-and-readings.ts';
import { daysAndAllowances } from './0030-days-and-allowances.ts';
import { byCompany } from './0040-by-company.ts';
import { plan } from './0050-plan.ts';
import { offline } from './0060-offline.ts';
import { lostCallsArePlaced } from './0070-lost-calls-are-placed.ts';
import { listOfRequest } from './0080-list-of-request.ts';
import { jobs } from './0090-jobs.ts';
import { serviceErrors } from './0100-service-errors.ts';
import { windowsAndCaps } from './0110-windows-and-caps.ts';
import { accountUse } from './0120-account-use.ts';
import { rollingWindows } from './0130-rolling-windows.ts';
import { companyCosts } from './0140-company-costs.ts';
import { searchOfRequest } from './0150-search-of-request.ts';
import { assistantProposals } from './0160-assistant-proposals.ts';
import { withdrawnProposals } from './0170-withdrawn-proposals.ts';
import { undoneDeclines } from './0180-undone-declines.ts';

/** Migrations of `ledger.db`, oldest first. */
export const ledgerMigrations: readonly Migration[] = [
  first,
  probesAndReadings,
  daysAndAllowances,
  byCompany,
  plan,
  offline,
  lostCallsArePlaced,
  listOfRequest,
  jobs,
  serviceErrors,
  windowsAndCaps,
  accountUse,
  rollingWindows,
  companyCosts,
  searchOfRequest,
  assistantProposals,
  withdrawnProposals,
  { ...undoneDeclines, whole },
];
