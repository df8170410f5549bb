import { findCompany, rowsOf } from './company-endpoints.ts';
import { MAX_LIMIT } from './list-query.ts';
import { openRoles, type Role } from './make-roles.ts';
import { failure, success, type Call, type Outcome } from './outcome.ts';
import { isBad, readInteger, readText } from './query.ts';
import { createRowWriter } from './rows.ts';

const COMPANY_NOT_FOUND = { error: 'Company not found' };
const DEFAULT_PER_PAGE = 25;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The same body for an unknown company and for one without a stack: both mean 404 [§4.4]. */
export function getTechStack(call: Call): Outcome {
  const known = findCompany(call);
  const technologies = known ? call.state.world.details.technologies(known.company) : [];
  if (!known || technologies.length === 0) return failure(404, { error: 'Tech stack not found' });
  const data = {
    categories: [...new Set(technologies.flatMap((technology) => technology.categories))],
    companyId: known.company.id,
    domain: `${known.company.slug}.example`,
    technologies: technologies.map(({ categories, description, name }) => ({
      categories,
      description,
      name,
    })),
    technologyNames: technologies.map((technology) => technology.name),
  };
  return success({ data }, rowsOf(call, 1));
}

/** All rounds with investors, plain amounts and offset date-times [§4.5]. */
export function getFundings(call: Call): Outcome {
  const known = findCompany(call);
  if (!known) return failure(404, COMPANY_NOT_FOUND);
  const writer = createRowWriter(call.state.profile);
  const data = [...known.rounds].reverse().map((round) =>
    writer.finish(
      {
        id: round.id,
        companyId: round.companyId,
        currency: round.currency,
        fundingAmount: round.amount === null ? 'undisclosed' : String(round.amount),
        fundingAmountUsd: round.amountUsd,
        fundingAnnounceDate: round.announcedAt,
        // The one listing that spells it with a capital letter [§2.12].
        stage: round.stage === 'undisclosed' ? 'Undisclosed' : writer.stage(round),
        investors: round.investors,
      },
      'round',
      round.id,
    ),
  );
  return success({ data }, rowsOf(call, data.length));
}

/** [§4.7] */
export function getHighlights(call: Call): Outcome {
  const known = findCompany(call);
  const items = known ? call.state.world.details.highlights(known.company) : [];
  const data = items
    .filter((item) => item.createdAtMs <= call.nowMs)
    .map(({ id, highlight, source, createdAtMs }) => ({
      id,
      highlight,
      source,
      createdAt: iso(createdAtMs),
    }));
  if (data.length === 0) return failure(404, { code: 'HIGHLIGHTS_NOT_FOUND', error: 'No highlights found' });
  return success({ data }, rowsOf(call, data.length));
}

/** [§4.9] */
export function getNews(call: Call): Outcome {
  const known = findCompany(call);
  const items = known ? call.state.world.details.news(known.company) : [];
  const data = items
    .filter((item) => item.createdAtMs <= call.nowMs)
    .map(({ id, title, url, fundingId, createdAtMs }) => ({
      ...{ id, title, url, fundingId },
      createdAt: iso(createdAtMs),
    }));
  if (data.length === 0) return failure(404, { code: 'NEWS_NOT_FOUND', error: 'No news found' });
  return success({ data }, rowsOf(call, data.length));
}

/** Page style; the filters are single values here, not arrays [§4.8]. */
export function getOpenRoles(call: Call): Outcome {
  const { params, state, nowMs } = call;
  const page = readInteger(params, 'page', 1, 1);
  if (isBad(page)) return failure(400, { error: page.error });
  const asked = readInteger(params, 'per_page', 1, DEFAULT_PER_PAGE);
  if (isBad(asked)) return failure(400, { error: asked.error });
  if (asked > MAX_LIMIT && state.profile.perPageAbove50 === 'refused')
    return failure(400, { error: `per_page may be at most ${MAX_LIMIT}` });
  const known = findCompany(call);
  if (!known) return failure(404, COMPANY_NOT_FOUND);
  const perPage = Math.min(asked, MAX_LIMIT);
  const matching = openRoles(state.world.details.roles(known.company), nowMs).filter(roleFilter(params));
  const start = (page - 1) * perPage;
  const rows = matching.slice(start, start + perPage);
  const isLast = start + perPage >= matching.length;
  return success(
    {
      data: rows.map((role) => describeRole(role, call)),
      pagination: { page, per_page: perPage, total: matching.length, has_more: !isLast },
    },
    {
      ...rowsOf(call, rows.length),
      isPageTurn: state.profile.pageTurns === 'every-list-call-and-open-roles',
    },
  );
}

function roleFilter(params: URLSearchParams): (role: Role) => boolean {
  const department = readText(params, 'department');
  const seniority = readText(params, 'seniority');
  const search = readText(params, 'search')?.toLowerCase() ?? '';
  return (role) =>
    (department === null || role.department === department) &&
    (seniority === null || role.seniority === seniority) &&
    role.title.toLowerCase().includes(search);
}

function describeRole(role: Role, call: Call): Record<string, unknown> {
  const { id, title, titleNormalizedEn, employmentType, location, remoteType, url } = role;
  return {
    ...{ id, companyId: call.companyId, title, titleNormalizedEn, employmentType, location, remoteType },
    hunterDepartment: role.department,
    hunterSeniority: role.seniority,
    url,
    firstSeenAt: iso(role.openFromMs),
    lastSyncedAt: iso(call.nowMs),
  };
}
