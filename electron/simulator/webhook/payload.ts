import { suffixAmount } from '../data/amount.ts';
import { announcedAtOf, nameOf, stageText, tagsOf, websiteOf } from '../data/labels.ts';
import { detailsOf } from '../data/companies-of-profile.ts';
import { openRoles } from '../data/make-roles.ts';
import type { Profile } from '../profile/profiles.ts';
import { mixSeed, opaqueId } from '../data/random.ts';
import { technologiesOf } from '../data/tech-stack.ts';
import { visibleRounds, type Company, type Round } from '../data/company-model.ts';
import type { World } from '../data/world.ts';

/** A new round, and the user-specific values in its webhook event. */
interface FundingEvent {
  readonly company: Company;
  readonly round: Round;
  /** Null if the event is sent for All Funding Alerts (spec §6.1). */
  readonly icpMatch: number | null;
  readonly userNote: string;
  readonly trackingStatus: string | null;
}

export interface EventContext {
  readonly world: World;
  readonly profile: Profile;
  readonly nowMs: number;
  /** The name of the event's id field; null to omit the field. Spec §6.3 masks the name. */
  readonly idName: string | null;
  /** The type of the trigger. If the type is not `funding`, the evidence is empty. */
  readonly type: string;
  readonly event: string;
  readonly timestampOffsetMs: number;
}

/**
 * Maximum age of the hiring and news signals in `allTriggers`. This value is invented, because the
 * specification states none.
 */
const ACTIVE_MS = 90 * 86_400_000;
/** Maximum number of signals of each kind, hiring and news, in `allTriggers`. */
const MAX_OTHERS = 3;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Returns the id of a round's event. Receivers detect duplicates by this id, so it is the same in every
 * delivery.
 */
const eventIdOf = (round: Round): string => opaqueId('trg', round.id);

/** Returns an invented ICP match from 0 to 100. It is always the same for the same company. */
export const icpScore = (company: Company): number => mixSeed(company.id, 'icp') % 101;

/** Returns the round's stage; null if it is `undisclosed`, which is not a stage. */
const subtypeOf = (round: Round, profile: Profile): string | null =>
  round.stage === 'undisclosed' ? null : stageText(round, 'other', profile);

/** Returns the event payload described in spec §6.3. */
export function describeEvent(funding: FundingEvent, context: EventContext): Record<string, unknown> {
  const { company, round } = funding;
  const { profile, type } = context;
  // The event must list the round, even if the clock has since been set back to a time before the round was
  // published.
  const nowMs = Math.max(context.nowMs, round.publishedAtMs);
  const isFunding = type === 'funding';
  const trigger = {
    type,
    subtype: isFunding ? subtypeOf(round, profile) : null,
    publishedAt: iso(round.publishedAtMs),
    evidence: isFunding ? describeEvidence(round, profile) : {},
  };
  return insertId(
    {
      event: context.event,
      timestamp: iso(context.nowMs + context.timestampOffsetMs),
      trigger,
      company: describeCompany(company, context),
      allTriggers: listTriggers(company, { ...context, nowMs }),
      userContext: {
        icpMatch: funding.icpMatch,
        userNote: funding.userNote,
        trackingStatus: funding.trackingStatus,
      },
    },
    isFunding ? eventIdOf(round) : opaqueId('trg', round.id, type),
    context.idName,
  );
}

interface EventWithoutId extends Record<string, unknown> {
  readonly event: string;
  readonly timestamp: string;
  readonly trigger: Record<string, unknown>;
}

/**
 * Inserts the event id as the field `idName`. If the name has the form `trigger.NAME`, inserts the id into
 * the trigger as `NAME` instead.
 */
function insertId(event: EventWithoutId, id: string, idName: string | null): Record<string, unknown> {
  if (idName === null) return event;
  const inTrigger = /^trigger\.(.+)$/.exec(idName)?.[1];
  if (inTrigger !== undefined) return { ...event, trigger: { [inTrigger]: id, ...event.trigger } };
  const { event: name, timestamp, ...rest } = event;
  return { event: name, timestamp, [idName]: id, ...rest };
}

function describeEvidence(round: Round, profile: Profile): Record<string, unknown> {
  const { currency, investors } = round;
  const amount = suffixAmount(round.amount);
  return {
    fundingId: round.id,
    amount: round.amount === null ? amount : `${currency} ${amount}`,
    amountNumeric: round.amount,
    amountUsd: round.amountUsd,
    currency,
    stage: stageText(round, 'other', profile),
    announceDate: announcedAtOf(round, profile),
    investors: investors.map(({ name, type }) => ({ name, type })),
  };
}

function describeCompany(company: Company, { world, profile, nowMs }: EventContext): Record<string, unknown> {
  const technologies = technologiesOf(company, world, profile, nowMs);
  return {
    id: company.id,
    name: nameOf(company, profile),
    logo: `https://logo.example/${company.slug}.png`,
    country: company.country.name,
    industry: company.industries[0] ?? '',
    description: world.details.description(company),
    tags: tagsOf(company, profile).map(({ name, slug }) => ({ name, slug })),
    websiteUrl: websiteOf(company, profile),
    techStack: technologies.map(({ name }) => name),
    techStackCategories: [...new Set(technologies.flatMap(({ categories }) => categories))],
  };
}

interface Trigger {
  readonly id: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly publishedAt: string;
}

/** Lists the company's rounds, newest first, and its other recent signals. */
function listTriggers(company: Company, { world, profile, nowMs }: EventContext): Trigger[] {
  const details = detailsOf(world, profile);
  const isActive = (atMs: number): boolean => atMs <= nowMs && atMs > nowMs - ACTIVE_MS;
  const otherTriggers = (
    type: string,
    items: readonly { id: string; atMs: number; subtype: string | null }[],
  ) =>
    items
      .filter(({ atMs }) => isActive(atMs))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, MAX_OTHERS)
      .map(({ id, atMs, subtype }) => ({
        id: opaqueId('trg', id),
        type,
        subtype,
        publishedAt: iso(atMs),
      }));
  const rounds = [...visibleRounds(company, nowMs)].reverse().map((round) => ({
    id: eventIdOf(round),
    type: 'funding',
    subtype: subtypeOf(round, profile),
    publishedAt: iso(round.publishedAtMs),
  }));
  const roles = openRoles(details.roles(company), nowMs);
  return [
    ...rounds,
    ...otherTriggers(
      'hiring',
      roles.map((role) => ({ id: `role-${role.id}`, atMs: role.openFromMs, subtype: role.department })),
    ),
    ...otherTriggers(
      'news',
      details.news(company).map((item) => ({ id: item.id, atMs: item.createdAtMs, subtype: null })),
    ),
  ];
}

/**
 * Returns the sample event that the dashboard's "Test endpoint" button sends. Its company and round do not
 * exist in the API.
 */
export function describeSample(count: number, nowMs: number, idName: string | null): Record<string, unknown> {
  const id = `trg_sample_${count}`;
  const publishedAt = iso(nowMs);
  const event = {
    event: 'trigger_published',
    timestamp: iso(nowMs),
    trigger: {
      type: 'funding',
      subtype: 'Series A',
      publishedAt,
      evidence: {
        fundingId: 'fnd_sample',
        amount: 'USD 5M',
        amountNumeric: 5_000_000,
        amountUsd: 5_000_000,
        currency: 'USD',
        stage: 'Series A',
        announceDate: publishedAt,
        investors: [{ name: 'Sample Ventures', type: 'lead' }],
      },
    },
    company: {
      id: 'cmp_sample',
      name: 'Sample Company',
      logo: 'https://logo.example/sample.png',
      country: 'United States',
      industry: 'Software',
      description: 'A sample that shows what an event looks like.',
      tags: [{ name: 'Sample', slug: 'sample' }],
      websiteUrl: 'https://sample.example',
      techStack: ['PostgreSQL'],
      techStackCategories: ['Databases'],
    },
    allTriggers: [{ id, type: 'funding', subtype: 'Series A', publishedAt }],
    userContext: { icpMatch: 82, userNote: '', trackingStatus: null },
  };
  return insertId(event, id, idName);
}
