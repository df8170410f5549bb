import type { Api } from '../../shared/contract.ts';
import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Port } from '../../shared/contract-kit.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';

/* What the steps of the contract suite share. */

export interface Subject {
  readonly api: Api;
  readonly port: Port;
  /** State that steps hand on. */
  readonly memo: Map<string, string>;
}
export interface ContractStep {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
export function same(actual: unknown, expected: unknown, what: string): void {
  check(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`,
  );
}
export async function failure<K extends AppError['kind']>(
  work: Promise<unknown>,
  kind: K,
): Promise<Extract<AppError, { kind: K }>> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  check(error instanceof AppFailure, `expected ${kind}, got ${error === null ? 'a value' : String(error)}`);
  const { appError } = error;
  const isKind = (candidate: AppError): candidate is Extract<AppError, { kind: K }> =>
    candidate.kind === kind;
  check(isKind(appError), `expected ${kind}, got ${JSON.stringify(appError)}`);
  return appError;
}
export const memo = ({ memo: kept }: Subject, key: string): string => {
  const value = kept.get(key);
  check(value !== undefined, `an earlier step did not leave ${key}`);
  return value;
};

/** The 30 days before the demo's today, US only. */
export async function thirtyDays(api: Api, limit = 25): Promise<FundingsQuery> {
  const { serverNowMs } = await api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return {
    fundingDateStart: date(serverNowMs - 30 * 86_400_000),
    fundingDateEnd: date(serverNowMs),
    limit,
    offset: 0,
    countries: ['US'],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  };
}

export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Calls that the simulated service saw so far. */
export const callsSent = async (api: Api): Promise<number> =>
  (await api.demo.transcript({ offset: 0, limit: 1 })).total;
