import type { Api } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/contract/kit.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { failureOf } from '../support/common/failure.ts';

/* Types and helpers for the steps of the contract suite. */

export interface Subject {
  readonly api: Api;
  readonly port: Port;
  /** Values that a step stores for later steps, by name. */
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
  const appError = await failureOf(work);
  const isKind = (candidate: AppError): candidate is Extract<AppError, { kind: K }> =>
    candidate.kind === kind;
  check(isKind(appError), `expected ${kind}, got ${JSON.stringify(appError)}`);
  return appError;
}
export const memo = ({ memo: values }: Subject, key: string): string => {
  const value = values.get(key);
  check(value !== undefined, `no earlier step stored ${key}`);
  return value;
};

/** Returns a query for US rounds from the last 30 days. */
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

/** Returns the number of requests that the demo's service has received. */
export const callsSent = async (api: Api): Promise<number> =>
  (await api.demo.transcript({ offset: 0, limit: 1 })).total;
