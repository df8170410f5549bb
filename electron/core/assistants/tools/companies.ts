import { z } from 'zod';
import type { CompanyView, Round } from '../../../../shared/model/company.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import { BY_HAND } from '../../fetching/priced-request.ts';
import { contactsState } from '../../database/queries/cache/contacts.ts';
import { panelsOf } from '../../database/queries/cache/panels/company-panels.ts';
import { countryLabel } from '../../service-api/decoders/country.ts';
import { companyView } from '../../library/company-view.ts';
import { articleRows, highlightRows } from '../../library/panels-view.ts';
import { departmentsOf, whyNowOf } from '../../library/why-now.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { dataOriginOf } from '../../privacy/data-origin.ts';
import { withFit } from '../../market/fit-scores.ts';
import { withOurs } from '../../user-data/ours/ours-marks.ts';
import { defineTool, ToolRefusal, type ToolContext, type ToolReply } from '../tool.ts';
import { ownDataOf } from './own-data-of.ts';
import {
  ageOf,
  companyInput,
  companyReply,
  costData,
  dateOrNull,
  fetchedOn,
  handCompany,
  line,
  lineOrNull,
  markData,
  prose,
  type JsonObject,
  type KnownCompany,
} from './tool-parts.ts';

export const companyBrief = defineTool({
  name: 'company_brief',
  title: 'Brief on a company',
  description:
    'Returns what is stored about one company: facts with their age, why now, whether the user marked it (such as “do not contact”), and the user’s own status, tags and lists; with the permission for notes also the note, open tasks and the contact log. Free: nothing is requested from the data service. Contains no contacts.',
  permission: 'read',
  readOnly: true,
  input: () => z.strictObject(companyInput()),
  run: (context, { company_id }) => briefOf(context, handCompany(context, company_id)),
});

/** Returns the brief on a company. The company must already be counted toward the limits (`handCompany`). */
export function briefOf(context: ToolContext, company: KnownCompany): ToolReply {
  const { files } = context.workspace;
  const { companyId } = company;
  const view = companyView(files.cache, files.yours, companyId, context.nowMs);
  if (view === null)
    throw new ToolRefusal(
      'not-found',
      'The library has no company with this id. Use find_companies to get ids.',
    );
  const [row = view.row] = withOurs(files, withFit(files, [view.row]));
  const own = ownDataOf(context, companyId);
  const contactsAtMs = contactsState(files.cache, companyId)?.fetchedAtMs ?? null;
  return companyReply(
    company,
    {
      name: line(row.name, 200),
      ...(row.fit === undefined ? {} : { fit: row.fit }),
      ...markData(row.ours),
      facts: factsOf(view, contactsAtMs, context.nowMs),
      why_now: whyNow(context, view),
      rounds: view.rounds.slice(0, 5).map((round) => roundData(round, context.nowMs)),
      highlights: highlightRows(files.cache, companyId, 0)
        .slice(0, 5)
        .map(({ text }) => line(text, 400)),
      news: articleRows(files.cache, companyId, 0)
        .slice(0, 3)
        .map(({ title }) => lineOrNull(title, 300)),
      of_the_user: own.data,
    },
    { read: own.read },
  );
}

const factsOf = (view: CompanyView, contactsAtMs: number | null, nowMs: number): JsonObject => ({
  country: countryOf(view),
  industries: view.industries.slice(0, 10).map((each) => line(each, 100)),
  tags: view.tags.slice(0, 10).map(({ name }) => line(name, 100)),
  description: view.description === null ? null : prose(view.description, 2_000),
  website: lineOrNull(view.website, 500),
  announced_on: view.row.announcedOn,
  contact_window: {
    state: view.row.window.state,
    closes_on: dateOrNull(view.row.window.closesAtMs),
    contacts: view.row.window.contacts ?? 'not fetched',
  },
  total_rounds: view.totalRounds,
  total_contacts: view.totalContacts,
  // Only a profile states this number.
  total_contacts_age: view.totalContacts === null ? null : ageOf(view.stamps.profile, nowMs),
  overview_age: ageOf(view.ownDataOnly === undefined ? view.stamps.overview : null, nowMs),
  profile_age: ageOf(view.stamps.profile, nowMs),
  // Does not use the view's stamp, because this may be the stamp of a profile, which states only whether
  // there are contacts.
  contacts_age:
    contactsAtMs === null ? null : ageOf({ source: 'contacts', fetchedAtMs: contactsAtMs }, nowMs),
  ...(view.gone === null ? {} : { no_longer_listed_since: dateOrNull(view.gone.atMs) }),
});

/**
 * Derives the country's name from its code if necessary, because the service's list rows contain only the
 * code.
 */
const countryOf = ({ row: { countryName, countryCode } }: CompanyView): string | null =>
  lineOrNull(countryName ?? (countryCode === null ? null : countryLabel(countryCode)), 100);

const roundData = (round: Round, nowMs: number): JsonObject => ({
  stage: lineOrNull(round.stage, 100),
  amount: lineOrNull(round.amount?.text ?? null, 60),
  currency: lineOrNull(round.amount?.currency ?? null, 20),
  announced_on: lineOrNull(round.announcedOn, 10),
  investors: round.investors?.slice(0, 8).map(({ name, role }) => line(`${name} (${role})`, 200)) ?? null,
  age: ageOf(round.stamp, nowMs),
});

/** Returns the dated facts of the why-now line; null if there are none. */
function whyNow({ workspace: { files }, nowMs }: ToolContext, { row }: CompanyView): JsonObject | null {
  const departments = departmentsOf(readBuyerRoles(files.yours));
  const [facts] = whyNowOf(files.cache, [row.companyId], { departments, nowMs });
  if (facts === undefined) return null;
  // On a list, the why-now line omits the contact window once the contacts have been fetched. Assistants
  // always get the contact window, as on the company's page.
  const closesAtMs = row.window.state === 'open' ? row.window.closesAtMs : null;
  return whyNowData({ ...facts, closesAtMs }, nowMs);
}

const whyNowData = ({ round, hiring, closesAtMs }: WhyNow, nowMs: number): JsonObject => ({
  raised:
    round === null
      ? null
      : {
          stage: lineOrNull(round.stage, 100),
          amount: lineOrNull(round.amount?.text ?? null, 60),
          currency: lineOrNull(round.amount?.currency ?? null, 20),
          announced_on: round.announcedOn,
          lead: lineOrNull(round.lead?.name ?? null, 200),
          age: ageOf(round.stamp, nowMs),
        },
  hiring:
    hiring === null
      ? null
      : {
          departments: hiring.departments,
          open_roles: hiring.count,
          at_least: hiring.isAtLeast,
          since: dateOrNull(hiring.sinceMs),
          ...fetchedOn(hiring.fetchedAtMs, nowMs),
        },
  contact_window_closes_on: dateOrNull(closesAtMs),
});

export const whyDoIHaveThis = defineTool({
  name: 'why_do_i_have_this',
  title: 'Why do I have this?',
  description:
    'Returns which requests brought the stored data of one company, when, who made them, and what they cost. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: () => z.strictObject(companyInput()),
  run: (context, { company_id }) => {
    const { files } = context.workspace;
    const company = handCompany(context, company_id);
    const origins = dataOriginOf(files, company_id).slice(0, 30);
    return companyReply(company, {
      name: line(company.companyName, 200),
      origins: origins.map(({ what, source, fetchedAtMs, call, expiresAtMs }) => ({
        what: what === 'people' ? 'contacts' : what,
        source,
        ...fetchedOn(fetchedAtMs, context.nowMs),
        requested:
          call === null
            ? null
            : {
                by: call.reason === BY_HAND ? 'The user' : line(call.reason, 200),
                cost: costData(call.cost),
              },
        expires_on: dateOrNull(expiresAtMs),
      })),
      panels: [...panelsOf(files.cache, company_id).values()].flatMap(({ panel, fetchedAtMs }) =>
        fetchedAtMs === null ? [] : [{ panel, ...fetchedOn(fetchedAtMs, context.nowMs) }],
      ),
    });
  },
});
