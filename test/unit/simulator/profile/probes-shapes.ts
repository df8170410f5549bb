import type { Company } from '../../../../electron/simulator/data/company-model.ts';
import { WORLD, type Direct, type DirectReply } from '../direct-service.ts';
import { pathOf, SOME, WIDE, type Probe, type Probes } from './probes.ts';
import { asRow, asRows, DAY_MS, EPOCH_MS } from '../support.ts';

type Row = Record<string, unknown>;
const MINUTE_MS = 60_000;
const distinct = (values: readonly unknown[]): unknown[] => [...new Set(values)].sort();

function all(sim: Direct, path: '/companies' | '/fundings'): Row[] {
  return Array.from({ length: 10 }, (_, index) => {
    sim.advance(MINUTE_MS / 10);
    return sim.get(path, [...WIDE, ['limit', '50'], ['offset', String(index * 50)]]).rows;
  }).flat();
}
/** Requests a path below each of the first `count` companies. */
function each(sim: Direct, more: string, count = 60): DirectReply[] {
  return WORLD.companies.slice(0, count).map((company) => {
    sim.advance(MINUTE_MS / 10);
    return sim.get(pathOf(company, more));
  });
}
const detail = (sim: Direct, company: Company = SOME.open): Row => {
  const { body } = sim.get(pathOf(company));
  return 'id' in body ? body : asRow(body['data']);
};
const isCode = (value: unknown): boolean => /^[A-Z]{2}$/.test(String(value));
const isSuffix = (value: unknown): boolean => /^(\d+(\.\d+)?[KMB]?|undisclosed)$/.test(String(value));
const countryForm =
  (read: (sim: Direct) => unknown): Probe['probe'] =>
  (sim) =>
    isCode(read(sim));

/** Returns how long contacts stay available after the announcement, in days and hours. */
function closesAfter(sim: Direct): string {
  const company = SOME.window;
  const announcedMs = Date.parse(`${company.rounds[0]?.announcedOn ?? ''}T00:00:00Z`);
  let openMs = announcedMs + 20 * DAY_MS;
  let closedMs = announcedMs + 60 * DAY_MS;
  while (closedMs - openMs > 1) {
    const middleMs = Math.floor((openMs + closedMs) / 2);
    sim.setNow(middleMs);
    if (sim.get(pathOf(company, '/contacts')).status === 200) openMs = middleMs;
    else closedMs = middleMs;
  }
  const days = (closedMs - announcedMs) / DAY_MS;
  return `${Math.floor(days)} d ${Math.round((days % 1) * 24)} h`;
}

type Shape =
  | 'listLayout'
  | 'wrapDetail'
  | 'listCountry'
  | 'eventCountry'
  | 'detailCountry'
  | 'fieldNames'
  | 'amountForms'
  | 'undisclosedStage'
  | 'roundOffsets'
  | 'detailRoundDate'
  | 'technologyCategories'
  | 'technologyNames'
  | 'missingEmail'
  | 'closedContacts'
  | 'schemaDrift'
  | 'apiVersion'
  | 'deprecation'
  | 'healthStatus'
  | 'filtersSuccess'
  | 'filterValues'
  | 'filterLists'
  | 'filterCountries'
  | 'hostileData';

const SHAPES: Probes<Shape> = {
  listLayout: {
    probe: (sim) => {
      const rows = all(sim, '/companies');
      const events = all(sim, '/fundings').map((event) => asRow(event['company']));
      return [
        distinct(rows.map((row) => ['industry', 'fundingAmountFormatted'].every((key) => key in row))),
        distinct(rows.map(({ fundingAmount: amount }) => (amount === null ? 'number' : typeof amount))),
        distinct(events.map((owner) => 'industry' in owner && !('industries' in owner))),
      ];
    },
    expected: [
      [[false], ['string'], [false]],
      [[true], ['number'], [true]],
      [
        [false, true],
        ['number', 'string'],
        [false, true],
      ],
    ],
  },
  wrapDetail: {
    probe: (sim) => {
      const { body } = sim.get(pathOf(SOME.open));
      return ['companyName' in body, 'companyName' in asRow(body['data'])];
    },
    expected: [
      [true, false],
      [false, true],
    ],
  },
  listCountry: {
    probe: countryForm((sim) => sim.get('/companies', WIDE).rows[0]?.['country']),
    expected: [true, false],
  },
  eventCountry: {
    probe: countryForm((sim) => asRow(sim.get('/fundings', WIDE).rows[0]?.['company'])['country']),
    expected: [true, false],
  },
  detailCountry: { probe: countryForm((sim) => detail(sim)['country']), expected: [false, true] },
  fieldNames: {
    probe: (sim) => [
      'country_name' in (sim.get('/companies', WIDE).rows[0] ?? {}),
      ['country_name', 'tech_stack', 'total_contacts', 'total_fundings'].filter((key) => key in detail(sim)),
      ['countryName', 'techStack', 'totalContacts', 'totalFundings'].filter((key) => key in detail(sim)),
    ],
    expected: [
      [true, ['country_name', 'tech_stack', 'total_contacts', 'total_fundings'], []],
      [false, [], ['countryName', 'techStack', 'totalContacts', 'totalFundings']],
    ],
  },
  amountForms: {
    probe: (sim) => {
      const amounts = all(sim, '/fundings').map((row) => row['fundingAmount']);
      const samples = [
        /^\d+(\.\d+)?[KMB]$/,
        /^\$\d/,
        /^[€£]/,
        /[kmb]$/,
        / [KMB]$/,
        /,\d{3}$/,
        /^\d{6,}$/,
        /^$/,
      ];
      const rounds = each(sim, '/fundings').flatMap(({ rows }) => rows.map((row) => row['fundingAmount']));
      return [
        amounts.every(isSuffix),
        samples.filter((form) => amounts.some((amount) => form.test(String(amount)))).length,
        distinct(rounds.map((amount) => typeof amount)),
      ];
    },
    expected: [
      [true, 1, ['string']],
      [false, 8, ['number', 'string']],
    ],
  },
  undisclosedStage: {
    probe: (sim) => {
      const spellings = (rows: readonly Row[]) =>
        distinct(rows.map((row) => row['stage']).filter((stage) => /^undisclosed$/i.test(String(stage))));
      const listed = asRow(sim.get('/filters').body['data'])['stages'];
      const filtered = sim.get('/fundings', [...WIDE, ['stages', 'UNDISCLOSED']]).rows.length > 0;
      return [
        spellings(all(sim, '/fundings')),
        spellings(each(sim, '/fundings', 200).flatMap(({ rows }) => rows)),
        Array.isArray(listed) ? listed.slice(7) : listed,
        filtered,
      ];
    },
    expected: [
      [['undisclosed'], ['Undisclosed'], ['undisclosed'], true],
      [['undisclosed'], ['undisclosed'], ['undisclosed'], true],
      [['Undisclosed'], ['Undisclosed'], ['Undisclosed'], true],
      [['Undisclosed', 'undisclosed'], ['Undisclosed', 'undisclosed'], ['undisclosed', 'Undisclosed'], true],
    ],
  },
  roundOffsets: {
    probe: (sim) => {
      const texts = each(sim, '/fundings').flatMap(({ rows }) =>
        rows.map((row) => [String(row['id']), String(row['fundingAnnounceDate'])] as const),
      );
      const days = new Map(WORLD.companies.flatMap(({ rounds }) => rounds.map((r) => [r.id, r.announcedOn])));
      const edges = ['T00:00:00+00:00', 'T00:10:00+05:30', 'T23:30:00-08:00', 'T23:59:59+00:00'];
      return [
        texts.every(([id, text]) => text.slice(0, 10) === days.get(id)),
        edges.filter((edge) => texts.some(([, text]) => text.endsWith(edge))).length,
        texts.every(([, text]) => text.endsWith('+00:00')),
      ];
    },
    expected: [
      [true, 0, false],
      [true, 4, false],
      [false, 0, true],
    ],
  },
  detailRoundDate: {
    probe: (sim) => String(asRows(detail(sim)['fundings'])[0]?.['fundingAnnounceDate']).length,
    expected: [10, 25],
  },
  technologyCategories: {
    probe: (sim) =>
      distinct(
        [SOME.stack, SOME.open, SOME.closed].flatMap((company) =>
          asRows(asRow(detail(sim, company)['tech_stack'])['technologies']).map(({ categories }) =>
            Array.isArray(categories) ? 'array' : typeof categories,
          ),
        ),
      ),
    expected: [['array'], ['string'], ['array', 'string']],
  },
  technologyNames: {
    probe: (sim) =>
      [
        asRow(detail(sim, SOME.stack)['tech_stack']),
        sim.get(pathOf(SOME.stack, '/tech-stack')).body['data'],
      ].map((value) => {
        const { technologies, technologyNames: names } = asRow(value);
        return Array.isArray(names) ? names.length - asRows(technologies).length : null;
      }),
    expected: [
      [0, 0],
      [1, 1],
      [-1, -1],
    ],
  },
  missingEmail: {
    probe: (sim) => {
      const { rows } = sim.get(pathOf(SOME.noEmail, '/contacts'));
      return distinct(
        rows.filter(({ email }) => !email).map((row) => ('email' in row ? row['email'] : 'absent')),
      );
    },
    expected: [['absent'], [null], ['']],
  },
  closedContacts: {
    probe: (sim) => {
      const body = detail(sim, SOME.closed);
      return 'contacts' in body ? body['contacts'] : 'absent';
    },
    expected: ['absent', null, []],
  },
  schemaDrift: {
    probe: (sim) => {
      const item = sim.get('/companies', WIDE).rows[0] ?? {};
      const role = sim.get(pathOf(SOME.roles, '/open-roles')).rows[0] ?? {};
      const stats = sim.get('/stats').body;
      return [
        [item, role, stats, detail(sim)].map((row) => 'signalScore' in row),
        ['country_name' in item, 'titleNormalizedEn' in role, 'average_response_time' in stats],
      ];
    },
    expected: [
      [
        [false, false, false, false],
        [true, true, true],
      ],
      [
        [true, true, true, true],
        [true, true, true],
      ],
      [
        [false, false, false, false],
        [false, false, false],
      ],
    ],
  },
  apiVersion: { probe: (sim) => sim.get('/health').body['version'], expected: ['1.0.0', '1.7.0'] },
  deprecation: {
    probe: (sim) =>
      [sim.get('/health'), sim.get('/companies/none')].map(({ headers }) => [
        /^@\d+$/.test(headers['Deprecation'] ?? ''),
        Date.parse(headers['Sunset'] ?? '') > EPOCH_MS,
      ]),
    expected: [
      [
        [false, false],
        [false, false],
      ],
      [
        [true, true],
        [true, true],
      ],
    ],
  },
  healthStatus: { probe: (sim) => sim.get('/health').body['status'], expected: ['healthy', 'unhealthy'] },
  filtersSuccess: {
    probe: (sim) => {
      const { status, body, charge } = sim.get('/filters');
      return [status, body['success'], 'data' in body, charge.requests];
    },
    expected: [
      [200, true, true, 1],
      [200, false, false, 1],
    ],
  },
  filterValues: {
    probe: (sim) => {
      const names = asRow(sim.get('/filters').body['data'])['technologyOptions'];
      const list = Array.isArray(names) ? names.map(String) : [];
      const awkward = [/,/, /&/, /\+/, /\[/, /[^\x20-\x7e]/, /%/, /#/, /^\["/];
      const isUsed = list.slice(400).some((name) => {
        sim.advance(MINUTE_MS / 10);
        return sim.get('/companies', [...WIDE, ['technologies[]', name]]).rows.length > 0;
      });
      const forms = awkward.filter((form) => list.some((name) => form.test(name))).length;
      return [list.length === 5_000 && new Set(list).size === 5_000, forms, isUsed];
    },
    expected: [
      [false, 5, false],
      [true, 8, true],
    ],
  },
  filterLists: {
    probe: (sim) => Object.keys(asRow(sim.get('/filters').body['data'])).sort(),
    expected: [
      ['company_sizes', 'countries', 'currencies', 'industries', 'stages', 'tags', 'technologyOptions'],
      ['company_sizes', 'industries', 'stages'],
    ],
  },
  filterCountries: {
    probe: (sim) => {
      const { countries } = asRow(sim.get('/filters').body['data']);
      return Array.isArray(countries) && countries.every((each) => /^[A-Z]{2}$/.test(String(each)));
    },
    expected: [true, false],
  },
  hostileData: {
    probe: (sim) =>
      distinct(
        all(sim, '/companies').flatMap((row) => [
          ...(Object.values(row).includes(null) ? ['null'] : []),
          ...(Object.keys(row).some((key) => key.startsWith('x_')) ? ['unknown'] : []),
          ...('currency' in row ? [] : ['absent']),
          ...(typeof row['stage'] === 'object' ? ['type'] : []),
        ]),
      ),
    expected: [[], ['absent', 'null', 'type', 'unknown']],
  },
};

export const SHAPE_PROBES: Probes<
  | Shape
  | 'contactsFrom'
  | 'contactsBoundary'
  | 'contactsZone'
  | 'noContacts'
  | 'people'
  | 'techStacks'
  | 'tagCategories'
  | 'stages'
  | 'companyNames'
  | 'websites'
  | 'duplicateCompanies'
  | 'companyRecords'
> = {
  ...SHAPES,
  contactsFrom: {
    probe: closesAfter,
    expected: ['30 d 0 h', `${30 + publishedAfterDays()} d 0 h`],
  },
  contactsBoundary: { probe: closesAfter, expected: ['30 d 0 h', '31 d 0 h'] },
  // The announcement's time zone is UTC-8, where a day ends eight hours later than in UTC.
  contactsZone: { probe: closesAfter, expected: ['30 d 0 h', '30 d 8 h'] },
  noContacts: {
    probe: (sim) => {
      const { status, rows, body } = sim.get(pathOf(SOME.noContacts, '/contacts'));
      return [status, rows.length, body['code'] ?? null];
    },
    expected: [
      [200, 0, null],
      [404, 0, 'CONTACTS_NOT_AVAILABLE'],
    ],
  },
  people: {
    probe: (sim) => {
      for (const company of WORLD.companies) sim.state.revealed.add(company.id);
      const people = () => each(sim, '/contacts', 40).map(({ rows }) => rows);
      sim.setNow(EPOCH_MS - 25 * DAY_MS);
      const before = people().flat();
      sim.setNow(EPOCH_MS + 70 * DAY_MS);
      const after = people().flat();
      const titleOf = new Map(before.map((row) => [row['linkedinUrl'], row['title']]));
      const isChanged = (row: Row) =>
        titleOf.has(row['linkedinUrl']) && titleOf.get(row['linkedinUrl']) !== row['title'];
      const twice = after.filter((row) => after.some((other) => other !== row && isSamePerson(row, other)));
      return [after.some(isChanged), twice.length > 0];
    },
    expected: [
      [false, false],
      [true, true],
    ],
  },
  techStacks: {
    probe: (sim) => {
      const statuses = Array.from({ length: 20 }, (_, days) => {
        sim.setNow(EPOCH_MS + days * DAY_MS);
        return sim.get(pathOf(SOME.stack, '/tech-stack')).status;
      });
      return distinct(statuses);
    },
    expected: [[200], [200, 404]],
  },
  tagCategories: {
    probe: (sim) => {
      const tags = asRows(asRow(sim.get('/filters').body['data'])['tags']);
      const found = sim.get('/fundings', [...WIDE, ['tags', 'Nordics <new>']]).rows;
      const isShown = found.every((row) =>
        asRows(asRow(row['company'])['tags']).some(({ name }) => name === 'Nordics <new>'),
      );
      return [distinct(tags.map(({ category }) => category)).length, found.length > 0, isShown];
    },
    expected: [
      [4, false, true],
      [5, true, true],
    ],
  },
  stages: {
    probe: (sim) => {
      const growth = sim.get('/fundings', [...WIDE, ['stages', 'growth']]).rows;
      return [growth.length > 0, growth.every(({ stage }) => stage === 'Growth')];
    },
    expected: [
      [false, true],
      [true, true],
    ],
  },
  companyNames: {
    probe: (sim) => {
      const names = all(sim, '/companies').map((row) => String(row['companyName']));
      const awkward = [/\p{Extended_Pictographic}/u, /[\u0600-\u06ff]/, /"/, /^.{300}$/, /<img/, /\u202e/];
      return awkward.filter((form) => names.some((name) => form.test(name))).length;
    },
    expected: [0, 6],
  },
  websites: {
    probe: (sim) => {
      const sites = each(sim, '').map(({ body }) => String(body['website']));
      return [/^javascript:/, /^[^:/]+\.example$/, /^$/, /^file:/].filter((form) =>
        sites.some((site) => form.test(site)),
      ).length;
    },
    expected: [0, 4],
  },
  duplicateCompanies: {
    probe: (sim) => {
      const rows = all(sim, '/companies');
      const twin = rows.find((row) =>
        rows.some((other) => other['companyName'] === row['companyName'] && other['id'] !== row['id']),
      );
      const { world } = sim;
      const [copy] = world.duplicates().values();
      const status = sim.get(`/companies/${copy?.id ?? ''}`).status;
      return [twin !== undefined, status, new Set(rows.map((row) => row['id'])).size === rows.length];
    },
    expected: [
      [false, 404, true],
      [true, 200, true],
    ],
  },
  companyRecords: {
    probe: (sim) =>
      ['/contacts', '/highlights', '/news', '/open-roles', '/fundings'].map(
        (path) => sim.get(pathOf(SOME.open, path), [['per_page', '50']]).rows.length > 49,
      ),
    expected: [Array(5).fill(false), Array(5).fill(true)],
  },
};

function publishedAfterDays(): number {
  const [round] = SOME.window.rounds;
  if (!round) return 0;
  return Math.floor((round.publishedAtMs - Date.parse(`${round.announcedOn}T00:00:00Z`)) / DAY_MS);
}

const isSamePerson = (row: Row, other: Row): boolean =>
  String(row['name']).toLowerCase() === String(other['name']).toLowerCase() &&
  String(other['linkedinUrl']).includes(String(row['linkedinUrl']).replace('https://', ''));
