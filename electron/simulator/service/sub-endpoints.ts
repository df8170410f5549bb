import { findCompany, rowsOf } from './company-endpoints.ts';
import { announcedAtOf, plainAmount, stageText } from '../data/labels.ts';
import { detailsOf } from '../data/companies-of-profile.ts';
import { failure, success, type Call, type Outcome } from './outcome.ts';
import { createRowWriter } from './rows.ts';
import { stackLists, technologiesOf } from '../data/tech-stack.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Returns the tech stack. A company without a tech stack gets the same 404 as an unknown company (spec §4.4).
 */
export function getTechStack(call: Call): Outcome {
  const { state, nowMs } = call;
  const { world, profile } = state;
  const known = findCompany(call);
  const technologies = known ? technologiesOf(known.company, world, profile, nowMs) : [];
  if (!known || technologies.length === 0) return failure(404, { error: 'Tech stack not found' });
  const writer = createRowWriter(profile);
  const { categories, technologyNames } = stackLists(technologies, profile);
  const data = writer.finish(
    {
      categories,
      companyId: known.company.id,
      domain: `${known.company.slug}.example`,
      technologies: technologies.map((technology) =>
        writer.finish(
          {
            categories: technology.categories,
            description: technology.description,
            name: technology.name,
          },
          'technology',
          known.company.id,
          technology.name,
        ),
      ),
      technologyNames,
    },
    'stack',
    known.company.id,
  );
  return success({ data }, rowsOf(call, 1));
}

/**
 * Returns all of a company's rounds with their investors, plain amounts, and date-times with a UTC offset
 * (spec §4.5).
 */
export function getFundings(call: Call): Outcome {
  const { profile } = call.state;
  const known = findCompany(call);
  if (!known) return failure(404, { error: 'Company not found' });
  const writer = createRowWriter(profile);
  const data = [...known.rounds].reverse().map((round) =>
    writer.finish(
      {
        id: round.id,
        companyId: round.companyId,
        currency: round.currency,
        fundingAmount: plainAmount(round, profile),
        fundingAmountUsd: round.amountUsd,
        fundingAnnounceDate: announcedAtOf(round, profile),
        stage: stageText(round, 'rounds', profile),
        investors: round.investors.map(({ name, type }) =>
          writer.finish({ name, type }, 'investor', round.id, name),
        ),
      },
      'round',
      round.id,
    ),
  );
  return success({ data }, rowsOf(call, data.length));
}

/** Returns a company's highlights; 404 if there are none (spec §4.7). */
export function getHighlights(call: Call): Outcome {
  const known = findCompany(call);
  const writer = createRowWriter(call.state.profile);
  const items = known ? detailsOf(call.state.world, call.state.profile).highlights(known.company) : [];
  const data = items
    .filter((item) => item.createdAtMs <= call.nowMs)
    .map(({ id, highlight, source, createdAtMs }) =>
      writer.finish({ id, highlight, source, createdAt: iso(createdAtMs) }, 'highlight', id),
    );
  if (data.length === 0) return failure(404, { code: 'HIGHLIGHTS_NOT_FOUND', error: 'No highlights found' });
  return success({ data }, rowsOf(call, data.length));
}

/** Returns the news articles about a company; 404 if there are none (spec §4.9). */
export function getNews(call: Call): Outcome {
  const known = findCompany(call);
  const writer = createRowWriter(call.state.profile);
  const items = known ? detailsOf(call.state.world, call.state.profile).news(known.company) : [];
  const data = items
    .filter((item) => item.createdAtMs <= call.nowMs)
    .map(({ id, title, url, fundingId, createdAtMs }) =>
      writer.finish({ id, title, url, fundingId, createdAt: iso(createdAtMs) }, 'article', id),
    );
  if (data.length === 0) return failure(404, { code: 'NEWS_NOT_FOUND', error: 'No news found' });
  return success({ data }, rowsOf(call, data.length));
}
