import { suffixAmount } from './amount.ts';
import { DAY_MS, startOfDayMs } from './calendar.ts';
import { failure, success, type Call, type Outcome, type Success } from './outcome.ts';
import type { Profile } from './profile.ts';
import { createRowWriter } from './rows.ts';
import type { ServiceState } from './state.ts';
import { visibleRounds, type Company, type Round } from './world.ts';

const CONTACT_WINDOW_DAYS = 30;

export interface KnownCompany {
  readonly company: Company;
  /** Oldest first, at least one. */
  readonly rounds: readonly Round[];
}

/** Null until the company's first round is published. */
export function findCompany({ state, companyId, nowMs }: Call): KnownCompany | null {
  const company = state.world.byId.get(companyId);
  const rounds = company ? visibleRounds(company, nowMs) : [];
  return company && rounds.length > 0 ? { company, rounds } : null;
}

/** What a sub-resource with `rows` rows costs in this profile. */
export function rowsOf(call: Call, rows: number): Partial<Success> {
  const { subResourceRecords, companyDetail } = call.state.profile;
  const records = { rows, 'rows-min-1': Math.max(1, rows), one: 1, none: 0 }[subResourceRecords];
  return { rows, records, companyId: companyDetail === 'any-below-company' ? call.companyId : null };
}

/** The 30-day fresh window after funding, or a reveal in the dashboard [§4.6]. */
export function areContactsAvailable(known: KnownCompany, state: ServiceState, nowMs: number): boolean {
  if (state.revealed.has(known.company.id)) return true;
  return known.rounds.some((round) => nowMs < windowEndMs(round, state.profile));
}

function windowEndMs(round: Round, profile: Profile): number {
  const announcedMs = Date.parse(`${round.announcedOn}T00:00:00Z`);
  const startMs = profile.contactsFrom === 'announced' ? announcedMs : startOfDayMs(round.publishedAtMs);
  const days = CONTACT_WINDOW_DAYS + (profile.contactsBoundary === 'inclusive' ? 1 : 0);
  return startMs + days * DAY_MS;
}

/** [§4.3] */
export function getCompany(call: Call): Outcome {
  const known = findCompany(call);
  if (!known)
    return failure(404, { error: 'Company not found', message: `No company has the id ${call.companyId}` });
  const detail = describeCompany(call, known);
  return success(call.state.profile.wrapDetail ? { data: detail } : detail, {
    rows: 1,
    records: 1,
    companyId: call.companyId,
  });
}

function describeCompany(call: Call, { company, rounds }: KnownCompany): Record<string, unknown> {
  const { state, nowMs } = call;
  const { details } = state.world;
  const writer = createRowWriter(state.profile);
  const highlights = details.highlights(company).filter((item) => item.createdAtMs <= nowMs);
  return writer.finish(
    {
      id: company.id,
      companyName: writer.companyName(company),
      description: details.description(company),
      country: state.profile.detailCountry === 'name' ? company.country.name : company.country.code,
      country_name: company.country.name,
      website: writer.website(company),
      linkedinUrl: `https://linkedin.example/company/${company.slug}`,
      industries: company.industries,
      tags: writer.tags(company),
      fundings: [...rounds].reverse().map((round) => ({
        id: round.id,
        fundingAmount: suffixAmount(round.amount),
        fundingAnnounceDate: round.announcedOn,
        stage: writer.stage(round),
      })),
      highlights: highlights.map(({ id, highlight, source }) => ({ id, highlight, source })),
      ...embedContacts(call, { company, rounds }),
      tech_stack: embedTechStack(call, company),
      total_contacts: company.contactCount,
      total_fundings: rounds.length,
    },
    'detail',
    company.id,
  );
}

/** No e-mail addresses here; those are only in the contacts endpoint [§2.7]. */
function embedContacts(call: Call, known: KnownCompany): Record<string, unknown> {
  const { state, nowMs } = call;
  if (areContactsAvailable(known, state, nowMs)) {
    const contacts = state.world.details.contacts(known.company);
    return {
      contacts: contacts.map(({ id, name, title, linkedinUrl }) => ({ id, name, title, linkedinUrl })),
    };
  }
  const { closedContacts } = state.profile;
  if (closedContacts === 'absent') return {};
  return { contacts: closedContacts === 'null' ? null : [] };
}

function embedTechStack(call: Call, company: Company): Record<string, unknown> {
  const technologies = call.state.world.details.technologies(company);
  return {
    categories: [...new Set(technologies.flatMap((technology) => technology.categories))],
    companyId: company.id,
    technologies: technologies.map(({ categories, name }) => ({ categories, name })),
    technologyNames: technologies.map((technology) => technology.name),
  };
}

/** [§4.6] */
export function getContacts(call: Call): Outcome {
  const { state, nowMs } = call;
  const known = findCompany(call);
  if (!known) return failure(404, { error: 'Company not found' });
  const contacts = state.world.details.contacts(known.company);
  const isEmptyRefused = contacts.length === 0 && state.profile.noContacts === '404';
  if (isEmptyRefused || !areContactsAvailable(known, state, nowMs)) {
    return failure(404, {
      code: 'CONTACTS_NOT_AVAILABLE',
      error: 'Contacts are not available for this company',
      hint: 'Contacts are available within 30 days after funding, or after you reveal the company in the dashboard.',
    });
  }
  const writer = createRowWriter(state.profile);
  const data = contacts.map(({ name, title, email, linkedinUrl }, index) =>
    // Some people have no address: then there is no field, rather than an empty one.
    writer.finish(
      { name, title, ...(email === null ? {} : { email }), linkedinUrl },
      'contact',
      call.companyId,
      String(index),
    ),
  );
  return success({ data }, rowsOf(call, data.length));
}
