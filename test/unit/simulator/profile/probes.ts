import type { Profile } from '../../../../electron/simulator/profile/profiles.ts';
import { visibleRounds, type Company } from '../../../../electron/simulator/data/company-model.ts';
import { openRoles } from '../../../../electron/simulator/data/make-roles.ts';
import { WORLD, type Direct, type DirectReply } from '../direct-service.ts';
import { asRow, DAY_MS, EPOCH_MS } from '../support.ts';

/**
 * Measures what a field of the profile changes. `expected` lists the correct result for each value of the
 * field, in the order of `SWITCH_VALUES`.
 */
export interface Probe {
  probe(sim: Direct): unknown;
  readonly expected: readonly unknown[];
}
export type Probes<Name extends keyof Profile> = { readonly [Key in Name]: Probe };

/** Query parameters that match more than 500 rounds. */
export const WIDE: [string, string][] = [
  ['funding_date_start', '2020-01-01'],
  ['funding_date_end', '2026-11-14'],
];

export const pagination = (reply: DirectReply): Record<string, unknown> => asRow(reply.body['pagination']);

function find(what: string, fits: (company: Company) => boolean): Company {
  const company = WORLD.companies.find((item) => visibleRounds(item, EPOCH_MS).length > 0 && fits(item));
  if (!company) throw new Error(`no company ${what}`);
  return company;
}

const { details } = WORLD;
const rolesOf = (company: Company): number => openRoles(details.roles(company), EPOCH_MS).length;
const isFresh = (company: Company): boolean =>
  visibleRounds(company, EPOCH_MS).some(
    ({ announcedOn }) => EPOCH_MS - Date.parse(announcedOn) < 20 * DAY_MS,
  );
const isClosed = (company: Company): boolean =>
  visibleRounds(company, EPOCH_MS).every(
    ({ announcedOn }) => EPOCH_MS - Date.parse(announcedOn) > 60 * DAY_MS,
  );

export const SOME = {
  /** A company with two known rounds. */
  twoRounds: find('with rounds', (item) => visibleRounds(item, EPOCH_MS).length === 2),
  noRoles: find('without roles', (item) => rolesOf(item) === 0),
  roles: find('with roles', (item) => rolesOf(item) > 5),
  stack: find('with a stack', (item) => details.technologies(item).length > 8),
  open: find('with contacts', (item) => isFresh(item) && item.contactCount > 3),
  closed: find('with closed contacts', (item) => isClosed(item) && item.contactCount > 0),
  noContacts: find('without contacts', (item) => isFresh(item) && item.contactCount === 0),
  noEmail: find(
    'with a contact without an address',
    (item) => isFresh(item) && details.contacts(item).some(({ email }) => email === null),
  ),
  /**
   * A company with a single round. The round was announced in a time zone far from UTC and became known more
   * than two days later.
   */
  window: find('with a window', (item) => {
    const [round, ...others] = item.rounds;
    return (
      others.length === 0 &&
      item.contactCount > 0 &&
      round !== undefined &&
      round.publishedAtMs - Date.parse(`${round.announcedOn}T00:00:00Z`) > 2 * DAY_MS &&
      round.announcedAt.endsWith('-08:00')
    );
  }),
} as const;

export const pathOf = ({ id }: Company, more = ''): string => `/companies/${id}${more}`;
