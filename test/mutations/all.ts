import { ARCHIVE_MUTATIONS } from './areas/own-data/archive.mutations.ts';
import { ACCOUNT_MUTATIONS } from './areas/account.mutations.ts';
import { ASSISTANT_INTERFACE_MUTATIONS } from './areas/assistants/interface.mutations.ts';
import { BACKUP_MUTATIONS } from './areas/own-data/backup.mutations.ts';
import { CHART_MUTATIONS } from './areas/charts.mutations.ts';
import { CLOCK_MUTATIONS } from './areas/clock.mutations.ts';
import { COMPANY_MUTATIONS } from './areas/companies.mutations.ts';
import { CONFIRMATION_MUTATIONS } from './areas/confirmation.mutations.ts';
import { CONFORMANCE_MUTATIONS } from './areas/conformance.mutations.ts';
import { CONTACTS_MUTATIONS } from './areas/contacts.mutations.ts';
import { FETCHING_MUTATIONS } from './areas/fetching.mutations.ts';
import { FILES_MUTATIONS } from './areas/files.mutations.ts';
import { FOLLOW_UP_MUTATIONS } from './areas/follow-ups.mutations.ts';
import { IDLE_MUTATIONS } from './areas/startup/idle.mutations.ts';
import { IMPORT_FILES_MUTATIONS } from './areas/own-data/import-files.mutations.ts';
import { INSIGHTS_MUTATIONS } from './areas/insights.mutations.ts';
import { INVESTOR_MUTATIONS } from './areas/investors.mutations.ts';
import { JOBS_MUTATIONS } from './areas/jobs.mutations.ts';
import { LOCAL_COMPANY_MUTATIONS } from './areas/own-data/local-companies.mutations.ts';
import type { Mutation } from './mutation.ts';
import { NOTIFICATION_MUTATIONS } from './areas/notifications.mutations.ts';
import { MONTH_APPROVAL_MUTATIONS } from './areas/month/month-approval.mutations.ts';
import { MONTH_KINDS_MUTATIONS } from './areas/month/month-kinds.mutations.ts';
import { MONTH_END_MUTATIONS } from './areas/month/month-end.mutations.ts';
import { OUTCOMES_MUTATIONS } from './areas/outcomes.mutations.ts';
import { PACKAGE_MUTATIONS } from './areas/packages.mutations.ts';
import { PLANNING_MUTATIONS } from './areas/planning.mutations.ts';
import { PRIVACY_MUTATIONS } from './areas/privacy.mutations.ts';
import { PROPOSAL_MUTATIONS } from './areas/assistants/proposals.mutations.ts';
import { TOOL_MUTATIONS } from './areas/assistants/tools.mutations.ts';
import { ASSISTANT_SCREEN_MUTATIONS } from './areas/assistants/screens.mutations.ts';
import { QUOTA_MUTATIONS } from './areas/quota.mutations.ts';
import { REVIEW_MUTATIONS } from './areas/month/reviews.mutations.ts';
import { RENDERER_MUTATIONS } from './areas/renderer.mutations.ts';
import { RECHECK_MUTATIONS } from './areas/recheck.mutations.ts';
import { SEARCH_MUTATIONS } from './areas/search.mutations.ts';
import { SHELL_MUTATIONS } from './areas/shells.mutations.ts';
import { STARTUP_MUTATIONS } from './areas/startup/startup.mutations.ts';
import { STORED_DATA_MUTATIONS } from './areas/stored-data.mutations.ts';
import { TUNNEL_MUTATIONS } from './areas/receiver/tunnel.mutations.ts';
import { PUBLISHING_MUTATIONS } from './areas/release/publishing.mutations.ts';
import { UPDATE_MUTATIONS } from './areas/release/updates.mutations.ts';
import { TITLE_MUTATIONS } from './areas/titles.mutations.ts';
import { TRIAGE_MUTATIONS } from './areas/triage.mutations.ts';
import { BACKGROUND_MUTATIONS } from './areas/receiver/background.mutations.ts';
import { WEBHOOK_MUTATIONS } from './areas/webhook.mutations.ts';
import { SERVICE_TEXT_MUTATIONS } from './areas/service-texts.mutations.ts';

/** Every planted defect in the repository. */
export const MUTATIONS: readonly Mutation[] = [
  ...CONFIRMATION_MUTATIONS,
  ...CONFORMANCE_MUTATIONS,
  ...CONTACTS_MUTATIONS,
  ...QUOTA_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...CHART_MUTATIONS,
  ...CLOCK_MUTATIONS,
  ...BACKGROUND_MUTATIONS,
  ...ASSISTANT_INTERFACE_MUTATIONS,
  ...BACKUP_MUTATIONS,
  ...FILES_MUTATIONS,
  ...PRIVACY_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...TUNNEL_MUTATIONS,
  ...UPDATE_MUTATIONS,
  ...PUBLISHING_MUTATIONS,
  ...FETCHING_MUTATIONS,
  ...FOLLOW_UP_MUTATIONS,
  ...IMPORT_FILES_MUTATIONS,
  ...LOCAL_COMPANY_MUTATIONS,
  ...TRIAGE_MUTATIONS,
  ...INSIGHTS_MUTATIONS,
  ...INVESTOR_MUTATIONS,
  ...JOBS_MUTATIONS,
  ...PROPOSAL_MUTATIONS,
  ...TOOL_MUTATIONS,
  ...ASSISTANT_SCREEN_MUTATIONS,
  ...MONTH_APPROVAL_MUTATIONS,
  ...MONTH_END_MUTATIONS,
  ...MONTH_KINDS_MUTATIONS,
  ...ARCHIVE_MUTATIONS,
  ...OUTCOMES_MUTATIONS,
  ...REVIEW_MUTATIONS,
  ...PACKAGE_MUTATIONS,
  ...PLANNING_MUTATIONS,
  ...NOTIFICATION_MUTATIONS,
  ...SHELL_MUTATIONS,
  ...STARTUP_MUTATIONS,
  ...IDLE_MUTATIONS,
  ...STORED_DATA_MUTATIONS,
  ...RENDERER_MUTATIONS,
  ...SERVICE_TEXT_MUTATIONS,
  ...COMPANY_MUTATIONS,
  ...RECHECK_MUTATIONS,
  ...SEARCH_MUTATIONS,
  ...TITLE_MUTATIONS,
];
