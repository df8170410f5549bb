import type { Source } from '../../../shared/model/company.ts';

/**
 * The types of value that a documented field may have. A value of any other type is treated as undocumented,
 * even if its field is documented.
 */
export interface RawShape {
  /** Whether the value may be text, a number or a boolean. */
  readonly scalar?: true;
  readonly object?: Readonly<Record<string, RawShape>>;
  /** The shape of the list's entries; absent if the value cannot be a list. */
  readonly list?: RawShape;
  /**
   * Whether the value is stored elsewhere. If so, neither the encrypted nor the unencrypted part of a row
   * contains it.
   */
  readonly isElsewhere?: true;
}

/*
 * The fields that may be stored unencrypted. These are the fields in the specification (§2, §6.3), under
 * their documented names and any other names that the decoders accept. Every field that a decoder reads must
 * be listed. An unlisted field is encrypted, so it would be missing when a row is decoded again while
 * contacts are locked.
 */

const scalar: RawShape = { scalar: true };
const scalars: RawShape = { scalar: true, list: scalar };

const fields = (...names: readonly string[]): Record<string, RawShape> =>
  Object.fromEntries(names.map((name) => [name, scalar]));
const listOf = (object: Readonly<Record<string, RawShape>>): RawShape => ({ list: { object } });
/** Returns the shape of a list whose entries are objects or just the names of such objects. */
const namedListOf = (object: Readonly<Record<string, RawShape>>): RawShape => ({
  list: { scalar: true, object },
});

const TAGS = namedListOf(fields('id', 'name', 'label', 'slug', 'category'));
const INVESTORS = namedListOf(fields('name', 'type', 'role'));
const DATE_NAMES = ['fundingAnnounceDate', 'funding_announce_date', 'announceDate'] as const;
const STAGE_NAMES = ['stage', 'fundingStage', 'funding_stage'] as const;

const COMPANY: Readonly<Record<string, RawShape>> = {
  ...fields('id', 'companyId', 'company_id', 'companyName', 'company_name', 'name'),
  ...fields('country', 'countryCode', 'country_code', 'country_name', 'countryName', 'description'),
  ...fields('website', 'websiteUrl', 'website_url', 'linkedinUrl', 'linkedin_url', 'linkedInUrl'),
  industries: scalars,
  industry: scalars,
  tags: TAGS,
};

const ROUND: Readonly<Record<string, RawShape>> = {
  ...fields('id', 'fundingId', 'companyId', 'company_id', ...DATE_NAMES, ...STAGE_NAMES, 'currency'),
  ...fields('fundingAmount', 'funding_amount', 'fundingAmountFormatted', 'funding_amount_formatted'),
  ...fields('fundingAmountUsd', 'funding_amount_usd', 'amountUsd'),
  investors: INVESTORS,
};

const TECHNOLOGIES = namedListOf({
  ...fields('name', 'description'),
  categories: scalars,
  category: scalars,
});
const STACK: RawShape = {
  ...TECHNOLOGIES,
  object: {
    ...fields('companyId', 'domain'),
    categories: scalars,
    technologies: TECHNOLOGIES,
    technologyNames: TECHNOLOGIES,
    technology_names: TECHNOLOGIES,
  },
};
const HIGHLIGHTS = listOf(fields('id', 'highlight', 'text', 'source', 'createdAt', 'created_at'));
const LIST_ROW: RawShape = { object: { ...COMPANY, ...ROUND, company: { object: COMPANY } } };

const DETAIL: RawShape = {
  object: {
    ...COMPANY,
    ...fields('total_contacts', 'totalContacts', 'total_fundings', 'totalFundings'),
    fundings: listOf(ROUND),
    highlights: HIGHLIGHTS,
    tech_stack: STACK,
    techStack: STACK,
    // Raw rows omit the contacts, because `company_source.personal` contains them.
    contacts: { isElsewhere: true },
  },
};

const ROLE: RawShape = {
  object: {
    ...fields('id', 'companyId', 'title', 'titleNormalizedEn', 'title_normalized_en', 'location', 'url'),
    ...fields('employmentType', 'employment_type', 'remoteType', 'remote_type'),
    ...fields('hunterDepartment', 'hunter_department', 'hunterSeniority', 'hunter_seniority'),
    ...fields('firstSeenAt', 'first_seen_at', 'lastSyncedAt', 'last_synced_at'),
  },
};

const TRIGGER = fields('id', 'type', 'subtype', 'publishedAt', 'published_at');
/** The user's note from the service's dashboard. Raw rows omit it, because it is stored in decoded form. */
const NOTE: RawShape = { isElsewhere: true };
const CONTEXT: RawShape = {
  object: {
    ...fields('icpMatch', 'icp_match', 'trackingStatus', 'tracking_status'),
    userNote: NOTE,
    user_note: NOTE,
  },
};
const EVENT: RawShape = {
  object: {
    ...fields('event', 'timestamp', '{base_url}'),
    trigger: {
      object: {
        ...TRIGGER,
        evidence: {
          object: {
            ...fields('fundingId', 'funding_id', 'amount', 'amountNumeric', 'amount_numeric', 'amountUsd'),
            ...fields('amount_usd', 'currency', 'stage', 'announceDate', 'announce_date'),
            ...fields('fundingAnnounceDate'),
            investors: INVESTORS,
          },
        },
      },
    },
    company: {
      object: {
        ...COMPANY,
        logo: scalar,
        techStack: scalars,
        tech_stack: scalars,
        techStackCategories: scalars,
        tech_stack_categories: scalars,
      },
    },
    allTriggers: listOf(TRIGGER),
    all_triggers: listOf(TRIGGER),
    userContext: CONTEXT,
    user_context: CONTEXT,
  },
};

/**
 * The shape of a raw row, by source. The shape for `contacts` is empty, because these raw rows are encrypted
 * as a whole.
 */
export const RAW_SHAPES: Readonly<Record<Source, RawShape>> = {
  fundings: LIST_ROW,
  companies: LIST_ROW,
  company: DETAIL,
  contacts: {},
  'tech-stack': STACK,
  rounds: { object: ROUND },
  highlights: HIGHLIGHTS,
  'open-roles': ROLE,
  news: listOf(fields('id', 'title', 'url', 'fundingId', 'funding_id', 'createdAt', 'created_at')),
  webhook: EVENT,
  paste: EVENT,
};
