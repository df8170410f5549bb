import { ACCOUNT_MUTATIONS } from './account.mutations.ts';
import { BACKUP_MUTATIONS } from './backup.mutations.ts';
import { CLOCK_MUTATIONS } from './clock.mutations.ts';
import { COMPANY_MUTATIONS } from './companies.mutations.ts';
import { CONFIRMATION_MUTATIONS } from './confirmation.mutations.ts';
import { CONFORMANCE_MUTATIONS } from './conformance.mutations.ts';
import { CONTACTS_MUTATIONS } from './contacts.mutations.ts';
import { CONTRACT_MUTATIONS } from './contract.mutations.ts';
import { FETCHING_MUTATIONS } from './fetching.mutations.ts';
import { FILES_MUTATIONS } from './files.mutations.ts';
import { JOBS_MUTATIONS } from './jobs.mutations.ts';
import type { Mutation } from './mutation.ts';
import { NOTIFICATION_MUTATIONS } from './notifications.mutations.ts';
import { PLANNING_MUTATIONS } from './planning.mutations.ts';
import { PRIVACY_MUTATIONS } from './privacy.mutations.ts';
import { QUOTA_MUTATIONS } from './quota.mutations.ts';
import { RENDERER_MUTATIONS } from './renderer.mutations.ts';
import { SEARCH_MUTATIONS } from './search.mutations.ts';
import { SHELL_MUTATIONS } from './shells.mutations.ts';
import { STARTUP_MUTATIONS } from './startup.mutations.ts';
import { STORED_DATA_MUTATIONS } from './stored-data.mutations.ts';
import { TUNNEL_MUTATIONS } from './tunnel.mutations.ts';
import { WEBHOOK_MUTATIONS } from './webhook.mutations.ts';
import { WORDS_MUTATIONS } from './words.mutations.ts';

/** Every planted defect in the repository. */
export const MUTATIONS: readonly Mutation[] = [
  ...CONFIRMATION_MUTATIONS,
  ...CONFORMANCE_MUTATIONS,
  ...CONTRACT_MUTATIONS,
  ...CONTACTS_MUTATIONS,
  ...QUOTA_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...CLOCK_MUTATIONS,
  ...BACKUP_MUTATIONS,
  ...FILES_MUTATIONS,
  ...PRIVACY_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...TUNNEL_MUTATIONS,
  ...FETCHING_MUTATIONS,
  ...JOBS_MUTATIONS,
  ...PLANNING_MUTATIONS,
  ...NOTIFICATION_MUTATIONS,
  ...SHELL_MUTATIONS,
  ...STARTUP_MUTATIONS,
  ...STORED_DATA_MUTATIONS,
  ...RENDERER_MUTATIONS,
  ...WORDS_MUTATIONS,
  ...COMPANY_MUTATIONS,
  ...SEARCH_MUTATIONS,
];
