import { plainAmount, suffixAmount } from './amounts.ts';
import { hash } from './random.ts';
import type { Contact } from './people.ts';
import type { Profile } from './profile.ts';
import { PLACES } from './places.ts';
import { ALL_TAGS, SIZES, STAGES, type Company, type Round } from './world.ts';
import { INDUSTRIES, TECHNOLOGIES, type Event } from './select.ts';

/** The shapes of section 2, exactly; what a profile bends is bent at the end of each. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function companyItem({ round, company }: Event, profile: Profile): Json {
  const common = {
    id: company.id,
    companyName: company.name,
    country: company.place.code,
    country_name: company.place.name,
  };
  const documented = {
    ...common,
    stage: round.stage,
    fundingAmount: suffixAmount(round.amount),
    currency: round.currency,
    fundingAnnounceDate: date(round.announcedMs),
  };
  if (!alternative(profile, round.id)) return bend(documented, round.id, profile);
  return bend(
    {
      ...documented,
      industry: company.industries[0] ?? '',
      fundingAmount: round.amount,
      fundingAmountFormatted: suffixAmount(round.amount),
    },
    round.id,
    profile,
  );
}

export function eventItem({ round, company }: Event, profile: Profile): Json {
  const documented = {
    id: round.id,
    stage: round.stage,
    currency: round.currency,
    fundingAmount: suffixAmount(round.amount),
    fundingAnnounceDate: date(round.announcedMs),
    company: {
      id: company.id,
      name: company.name,
      country: company.place.code,
      industries: company.industries,
      tags: company.tags.map((tag) => ({ ...tag })),
    },
  };
  if (!alternative(profile, round.id)) return bend(documented, round.id, profile);
  return bend(
    { ...documented, fundingAmount: round.amount, fundingAmountFormatted: suffixAmount(round.amount) },
    round.id,
    profile,
  );
}

const alternative = ({ listLayout }: Profile, id: string): boolean =>
  listLayout === 'alternative' || (listLayout === 'mixed' && hash(id) % 2 === 0);

export function detail(
  company: Company,
  rounds: readonly Round[],
  contacts: readonly Contact[] | null,
  totalContacts: number,
  profile: Profile,
): Json {
  const categories = [...new Set(company.technologies.map(({ category }) => category))];
  const body = {
    id: company.id,
    companyName: company.name,
    description: company.description,
    country: company.place.name,
    country_name: company.place.name,
    website: `https://${company.slug}.example`,
    linkedinUrl: `https://linkedin.example/company/${company.slug}`,
    industries: company.industries,
    tags: company.tags.map((tag) => ({ ...tag })),
    fundings: rounds.map((round) => ({
      id: round.id,
      fundingAmount: suffixAmount(round.amount),
      fundingAnnounceDate: date(round.announcedMs),
      stage: round.stage,
    })),
    highlights: highlightsOf(company),
    ...(contacts === null
      ? {}
      : { contacts: contacts.map(({ id, name, title, linkedinUrl }) => ({ id, name, title, linkedinUrl })) }),
    tech_stack: {
      categories,
      companyId: company.id,
      technologies: company.technologies.map(({ name, category }) => ({ name, categories: [category] })),
      technologyNames: company.technologies.map(({ name }) => name),
    },
    // Told even while the contacts themselves are not available.
    total_contacts: totalContacts,
    total_fundings: rounds.length,
  };
  const bent = bend(body, company.id, profile);
  return profile.wrapDetail ? { data: bent } : bent;
}

function highlightsOf(company: Company): Json {
  const proof = company.description.split('. ')[1];
  if (proof === undefined || company.index % 4 === 0) return [];
  return [
    {
      id: `hl_${company.index.toString(36)}`,
      highlight: proof,
      source: company.index % 2 === 0 ? 'news' : 'ai',
    },
  ];
}

export const contactItem = ({ name, title, email, linkedinUrl }: Contact, profile: Profile): Json =>
  bend({ name, title, ...(email === null ? {} : { email }), linkedinUrl }, linkedinUrl, profile);

export const fundingItem = (round: Round): Json => ({
  id: round.id,
  companyId: round.companyId,
  currency: round.currency,
  fundingAmount: plainAmount(round.amount),
  fundingAmountUsd: round.amountUsd,
  fundingAnnounceDate: new Date(round.announcedMs).toISOString(),
  stage: round.stage,
  investors: round.investors.map((investor) => ({ ...investor })),
});

export const filters = (nowMs: number): Json => ({
  success: true,
  timestamp: Math.floor(nowMs / 1_000),
  data: {
    countries: PLACES.map(({ code }) => code),
    industries: INDUSTRIES,
    stages: STAGES,
    company_sizes: SIZES,
    currencies: [...new Set(PLACES.map(({ currency }) => currency))],
    tags: ALL_TAGS.map((tag) => ({ ...tag })),
    technologyOptions: TECHNOLOGIES,
  },
});

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '\u202Egnp.exe',
  '"><script>alert(1)</script>',
  'مرحبا بالعالم',
  '🦊'.repeat(40),
  'x'.repeat(300),
  "Robert'); DROP TABLE company;--",
] as const;

/** Rule D: one row in three loses, gains or changes something. The id is always left usable but for one row in fifty. */
function bend(row: Readonly<Record<string, Json>>, id: string, { hostile }: Profile): Json {
  if (!hostile) return row;
  const number = hash(`bend/${id}`);
  const bent: Record<string, Json> = { ...row, futureField: { nested: [1, 'two', null] } };
  const keys = Object.keys(row).filter((key) => key !== 'id');
  const key = keys[number % keys.length];
  if (key === undefined) return bent;
  if (number % 50 === 0) delete bent['id'];
  if (number % 3 === 0) bent[key] = null;
  else if (number % 3 === 1)
    bent[key] = typeof row[key] === 'string' ? { unexpected: true } : 'not what you think';
  else
    for (const name of ['companyName', 'name', 'description', 'title'])
      if (name in bent) bent[name] = HOSTILE[number % HOSTILE.length] ?? '';
  return bent;
}
