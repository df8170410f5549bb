import { areContactsAvailable, type KnownCompany } from './contact-window.ts';
import type { Contact } from '../data/company-details.ts';
import { amountText, announcedAtOf, nameOf } from '../data/labels.ts';
import { failure, success, type Call, type Outcome, type Success } from './outcome.ts';
import { contactsOf } from '../data/contacts.ts';
import { manyIndustries, manyRounds, manyTags } from '../data/many-records.ts';
import { companyById, detailsOf } from '../data/companies-of-profile.ts';
import type { Profile } from '../profile/profile-options.ts';
import { createRowWriter, type RowWriter } from './rows.ts';
import { embeddedCategories, stackLists, technologiesOf } from '../data/tech-stack.ts';
import { visibleRounds, type Company, type Round } from '../data/company-model.ts';

/** Returns the requested company; null if it does not exist or none of its rounds has been published yet. */
export function findCompany({ state, companyId, nowMs }: Call): KnownCompany | null {
  const company = companyById(state.world, state.profile, companyId);
  const rounds = company ? visibleRounds(company, nowMs) : [];
  if (!company || rounds.length === 0) return null;
  const older = state.profile.companyRecords === 'many' ? manyRounds(company) : [];
  return { company, rounds: [...older, ...rounds] };
}

/**
 * Returns the number of rows of a sub-resource, and their cost in records. The cost depends on the profile.
 */
export function rowsOf(call: Call, rows: number): Partial<Success> {
  const { subResourceRecords, companyDetail } = call.state.profile;
  const records = { rows, 'rows-min-1': Math.max(1, rows), one: 1, none: 0 }[subResourceRecords];
  return { rows, records, companyId: companyDetail === 'any-below-company' ? call.companyId : null };
}

/** Returns the company detail (spec §4.3). */
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
  const { profile, world } = state;
  const writer = createRowWriter(profile);
  const isMany = profile.companyRecords === 'many';
  const highlights = detailsOf(world, profile)
    .highlights(company)
    .filter((item) => item.createdAtMs <= nowMs);
  return writer.finish(
    {
      id: company.id,
      companyName: nameOf(company, profile),
      description: world.details.description(company),
      country: profile.detailCountry === 'name' ? company.country.name : company.country.code,
      country_name: company.country.name,
      website: writer.website(company),
      linkedinUrl: `https://linkedin.example/company/${company.slug}`,
      industries: isMany ? manyIndustries(company) : company.industries,
      tags: isMany ? manyTags(writer.tags(company)) : writer.describeTags(company),
      fundings: [...rounds].reverse().map((round) => summarise(round, writer, profile)),
      highlights: highlights.map(({ id, highlight, source }) =>
        writer.finish({ id, highlight, source }, 'highlight summary', id),
      ),
      ...embedContacts(call, { company, rounds }, writer),
      tech_stack: embedTechStack(call, company, writer),
      total_contacts: contactsOf(company, world, profile, nowMs).length,
      total_fundings: rounds.length,
    },
    'detail',
    company.id,
  );
}

function summarise(round: Round, writer: RowWriter, profile: Profile): Record<string, unknown> {
  const { id, announcedOn } = round;
  return writer.finish(
    {
      id,
      fundingAmount: amountText(round, profile),
      fundingAnnounceDate: profile.detailRoundDate === 'date' ? announcedOn : announcedAtOf(round, profile),
      stage: writer.stage(round),
    },
    'round summary',
    id,
  );
}

/**
 * Returns the contacts for the company detail. Their email addresses are left out, because only the contacts
 * endpoint returns them (spec §2.7).
 */
function embedContacts(call: Call, known: KnownCompany, writer: RowWriter): Record<string, unknown> {
  const { state, nowMs } = call;
  if (areContactsAvailable(known, state, nowMs)) {
    const contacts = contactsOf(known.company, state.world, state.profile, nowMs);
    return {
      contacts: contacts.map(({ id, name, title, linkedinUrl }) =>
        writer.finish({ id, name, title, linkedinUrl }, 'contact summary', id),
      ),
    };
  }
  const { closedContacts } = state.profile;
  if (closedContacts === 'absent') return {};
  return { contacts: closedContacts === 'null' ? null : [] };
}

function embedTechStack(
  { state, nowMs }: Call,
  company: Company,
  writer: RowWriter,
): Record<string, unknown> {
  const technologies = technologiesOf(company, state.world, state.profile, nowMs);
  const { categories, technologyNames } = stackLists(technologies, state.profile);
  return writer.finish(
    {
      categories,
      companyId: company.id,
      technologies: technologies.map((technology) => ({
        categories: embeddedCategories(technology, state.profile),
        name: technology.name,
      })),
      technologyNames,
    },
    'stack summary',
    company.id,
  );
}

/** Returns a company's contacts if they are available (spec §4.6). */
export function getContacts(call: Call): Outcome {
  const { state, nowMs } = call;
  const known = findCompany(call);
  if (!known) return failure(404, { error: 'Company not found' });
  const contacts = contactsOf(known.company, state.world, state.profile, nowMs);
  const isEmptyRefused = contacts.length === 0 && state.profile.noContacts === '404';
  if (isEmptyRefused || !areContactsAvailable(known, state, nowMs)) {
    return failure(404, {
      code: 'CONTACTS_NOT_AVAILABLE',
      error: 'Contacts are not available for this company',
      hint: 'Contacts are available within 30 days after funding, or after you reveal the company in the dashboard.',
    });
  }
  const writer = createRowWriter(state.profile);
  const data = contacts.map((contact, index) =>
    writer.finish(describeContact(contact, state.profile), 'contact', call.companyId, String(index)),
  );
  return success({ data }, rowsOf(call, data.length));
}

/**
 * Describes a contact. The specification does not define `email` for a contact without an email address, so
 * the profile determines the value.
 */
function describeContact(
  { name, title, email, linkedinUrl }: Contact,
  { missingEmail }: Profile,
): Record<string, unknown> {
  if (email !== null) return { name, title, email, linkedinUrl };
  if (missingEmail === 'absent') return { name, title, linkedinUrl };
  return { name, title, email: missingEmail === 'null' ? null : '', linkedinUrl };
}
