import { expect, it } from 'vitest';
import {
  FUTURE_DAYS,
  visibleRounds,
  type Company,
} from '../../../../electron/simulator/data/company-model.ts';
import { createWorld } from '../../../../electron/simulator/data/world.ts';
import { DAY_MS, EPOCH_MS } from '../support.ts';

const world = createWorld({ seed: 3, companies: 3_000, epochMs: EPOCH_MS });
const rounds = world.companies.flatMap((company) => company.rounds);
const daysAfterEpoch = (date: string): number => (Date.parse(`${date}T00:00:00Z`) - world.epochMs) / DAY_MS;

it('has the requested number of companies at the epoch, each with its own id and domain', () => {
  expect(world.companies.filter((company) => visibleRounds(company, world.epochMs).length > 0)).toHaveLength(
    3_000,
  );
  expect(new Set(world.companies.map((company) => company.id)).size).toBe(world.companies.length);
  expect(new Set(world.companies.map((company) => company.slug)).size).toBe(world.companies.length);
  expect(new Set(rounds.map((round) => round.id)).size).toBe(rounds.length);
});

it('is the same whether created in one step or in several', () => {
  const options = { seed: 3, companies: 500, epochMs: EPOCH_MS };
  const [grown, half, whole] = [createWorld(options), createWorld(options), createWorld(options)];
  let steps = 1;
  while (grown.grow()) steps += 1;
  half.grow();
  expect(steps).toBeGreaterThan(2);
  expect(grown.companies).toEqual(whole.companies);
  expect(half.companies).toEqual(whole.companies);
  expect(grown.byId.size).toBe(750);
});

it('uses reserved domains only', () => {
  const { companies, details } = world;
  const contacts = companies.flatMap((company) => details.contacts(company));
  const emails = contacts.flatMap(({ email }) => email ?? []);
  const urls = [
    ...contacts.map(({ linkedinUrl }) => linkedinUrl),
    ...companies
      .flatMap((company) => [...details.roles(company), ...details.news(company)])
      .map(({ url }) => url),
    ...companies.map(({ slug }) => `https://${slug}.example/`),
  ];
  expect(emails.filter((email) => !/^[a-z-]+\.[a-z-]+@[a-z0-9-]+\.example$/.test(email))).toEqual([]);
  expect(urls.filter((url) => !/^https:\/\/[a-z0-9-]+\.example\//.test(url))).toEqual([]);
  expect(emails.length).toBeGreaterThan(5_000);
});

it('is dense in the last 60 days, sparse before, and extends over 400 days', () => {
  const days = rounds.map(({ announcedOn }) => daysAfterEpoch(announcedOn));
  const between = (from: number, to: number): number => days.filter((day) => day >= from && day < to).length;
  expect(between(-60, 0)).toBeGreaterThan(4 * between(-120, -60));
  for (let start = 0; start < 400; start += 40) expect(between(start, start + 40)).toBeGreaterThan(150);
  expect(FUTURE_DAYS).toBeGreaterThanOrEqual(400);
});

it('publishes rounds up to 14 days after their announcement', () => {
  const delays = rounds.map((round) => round.publishedAtMs - Date.parse(`${round.announcedOn}T00:00:00Z`));
  expect(delays.filter((delayMs) => delayMs < 0 || delayMs >= 15 * DAY_MS)).toEqual([]);
});

it('has plausible proportions', () => {
  const { companies, details } = world;
  const share = (count: number): number => count / companies.length;
  expect(share(companies.filter(({ country }) => country.code === 'US').length)).toBeCloseTo(0.4, 1);
  expect(share(companies.filter((company) => company.contactCount === 0).length)).toBeCloseTo(0.12, 1);
  const isConsistent = (company: Company): boolean => {
    const contacts = details.contacts(company);
    const hasEmail = contacts.some(({ email }) => email !== null);
    const hasRounds = company.rounds.length >= 1 && company.rounds.length <= 5;
    return hasRounds && contacts.length === company.contactCount && hasEmail === company.hasValidatedContacts;
  };
  expect(companies.filter((company) => !isConsistent(company))).toEqual([]);
  const people = companies.flatMap((company) => details.contacts(company));
  expect(people.some(({ email }) => email === null)).toBe(true);
  expect(rounds.some(({ stage }) => stage === 'undisclosed')).toBe(true);
});

it('has larger amounts in later stages', () => {
  const ladder = ['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C+'];
  const medianOf = (stage: string): number => {
    const amounts = rounds
      .flatMap((round) => (round.stage === stage && round.amountUsd) || [])
      .sort((a, b) => a - b);
    return amounts[Math.floor(amounts.length / 2)] ?? 0;
  };
  const medians = ladder.map(medianOf);
  expect(medians).toEqual([...medians].sort((a, b) => a - b));
});
