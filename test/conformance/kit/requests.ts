import assert from 'node:assert/strict';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type CompaniesQuery,
  type FundingsQuery,
} from '../../../shared/model/query.ts';
import type { Answer, Bench } from './bench.ts';
import { DAY_MS, onDay } from './time.ts';

export { DAY_MS, onDay };

/* Helpers that read untyped JSON and make common requests. */

/** Returns the value at a path such as `data[0].company.id`, or undefined if there is none. */
export function pick(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split(/[.[\]]+/).filter(Boolean))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}
export const textAt = (body: unknown, path: string): string => {
  const value = pick(body, path);
  assert.equal(typeof value, 'string', `${path} is not text: ${JSON.stringify(value)}`);
  return String(value);
};
export const numberAt = (body: unknown, path: string): number => {
  const value = pick(body, path);
  assert.equal(typeof value, 'number', `${path} is not a number: ${JSON.stringify(value)}`);
  return Number(value);
};
export const listAt = (body: unknown, path: string): readonly unknown[] => {
  const value = pick(body, path);
  assert.ok(Array.isArray(value), `${path} is not a list: ${JSON.stringify(value)}`);
  return value as readonly unknown[];
};
export const rowsOf = (answer: Answer): readonly unknown[] => listAt(answer.body, 'data');

/** The query parameters for the last 60 virtual days. */
export const LAST_60_DAYS = `funding_date_start=${onDay(-60)}&funding_date_end=${onDay(0)}`;
const range = { fundingDateStart: onDay(-60), fundingDateEnd: onDay(0), limit: 50, offset: 0 };
export const fundingsQuery = (change: object = {}): FundingsQuery =>
  fundingsQuerySchema.parse({ ...range, ...change });
export const companiesQuery = (change: object = {}): CompaniesQuery =>
  companiesQuerySchema.parse({ ...range, ...change });

/** Requests a path, and throws unless the response has the expected status. */
export async function getPath(bench: Bench, path: string, status = 200): Promise<Answer> {
  const answer = await bench.raw(path);
  assert.equal(answer.status, status, `${path} answered ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

/** Returns the distinct company ids of the 50 newest rounds, newest first. */
export async function companyIds(bench: Bench, query = ''): Promise<string[]> {
  const answer = await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=50${query}`);
  return [...new Set(rowsOf(answer).map((row) => textAt(row, 'company.id')))];
}
/** Returns the company id of the newest round. */
export async function companyId(bench: Bench, query = ''): Promise<string> {
  const [id] = await companyIds(bench, query);
  assert.ok(id !== undefined, `no company for ${query}`);
  return id;
}

export function lastCall(bench: Bench) {
  const call = bench.simulator.transcript().at(-1);
  assert.ok(call !== undefined, 'the service was not called');
  return call;
}

export const ignore = (): void => undefined;

/** Returns the id of the first company for which `matches` returns true. */
export async function findCompany(
  bench: Bench,
  matches: (id: string) => Promise<boolean>,
  description: string,
): Promise<string> {
  for (const [index, id] of (await companyIds(bench)).entries()) {
    if (index % 6 === 5) bench.passMinute();
    if (await matches(id)) return id;
  }
  throw new Error(`no company ${description}`);
}

/** Sets and removes top-level fields in the next response to a request whose path contains `match`. */
export const patchNext = (
  bench: Bench,
  match: string,
  set: Readonly<Record<string, unknown>>,
  remove: readonly string[] = [],
): Promise<unknown> =>
  bench.control('faults', { faults: [{ match, action: { kind: 'patch', set, remove } }] });

export const setProfile = (bench: Bench, set: Readonly<Record<string, unknown>>): Promise<unknown> =>
  bench.control('profile', { set });

/** Returns the value, or throws if it is null or undefined. */
export function required<T>(value: T | null | undefined, description: string): T {
  assert.ok(value !== null && value !== undefined, description);
  return value;
}
