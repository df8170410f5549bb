/** What the invented companies do. Each sector gives the words that make a description specific. */
export interface Sector {
  readonly industry: string;
  readonly also: readonly string[];
  readonly stems: readonly string[];
  readonly products: readonly string[];
  readonly buyers: readonly string[];
  readonly proofs: readonly string[];
  readonly tags: readonly (readonly [string, 'vertical' | 'tech'])[];
}

const list = (text: string): readonly string[] => text.split('; ');

export const SECTORS: readonly Sector[] = [
  {
    industry: 'Energy',
    also: ['Utilities', 'Climate & Sustainability'],
    stems: list('Lumen; Grid; Volt; Tide; Solar; Halden; Amper; Kilo; Tarn; Isar'),
    products: list(
      'Software that decides when a battery park should store or sell; Forecasts of wind output for the next fifteen minutes; Heat pumps that talk to the local grid; Metering for shared solar roofs',
    ),
    buyers: list(
      'utilities and park operators; housing associations; municipal grid companies; industrial sites with their own generation',
    ),
    proofs: list(
      'Runs 41 sites in four countries; Manages 380 MW under contract; Cut balancing costs by a fifth in its first winter; Connected to three national grid operators',
    ),
    tags: [
      ['battery storage', 'vertical'],
      ['grid', 'vertical'],
      ['forecasting', 'tech'],
    ],
  },
  {
    industry: 'Fintech',
    also: ['Financial Services', 'Payments'],
    stems: list('Ledger; Coin; Tally; Vault; Mint; Cassel; Remit; Quay; Florin; Escrow'),
    products: list(
      'Accounts payable that reads invoices and files the tax; Payouts to contractors in sixty currencies; Credit lines underwritten from live sales data; Reconciliation for marketplaces with many sellers',
    ),
    buyers: list(
      'mid-sized wholesalers; finance teams of software companies; online marketplaces; regional banks',
    ),
    proofs: list(
      'Settles 90 million a month; Licensed in eleven countries; Closes the books two days earlier for its customers; Used by 1,200 finance teams',
    ),
    tags: [
      ['payments', 'vertical'],
      ['lending', 'vertical'],
      ['open banking', 'tech'],
    ],
  },
  {
    industry: 'Health Care',
    also: ['Biotech', 'Medical Devices'],
    stems: list('Vita; Cura; Pulse; Helix; Noma; Salus; Zirbel; Remedy; Aorta; Clarion'),
    products: list(
      'A monitor that hospitals hand out on discharge; Scheduling that fills cancelled operating slots; Protein design for rare metabolic diseases; Reading of retinal scans in general practices',
    ),
    buyers: list(
      'public hospitals; clinic groups; pharmaceutical developers; insurers with chronic patients',
    ),
    proofs: list(
      'Two clinical trials are under way; In use on 160 wards; Cleared by regulators last spring; Shortened waiting lists by three weeks',
    ),
    tags: [
      ['digital health', 'vertical'],
      ['diagnostics', 'vertical'],
      ['machine learning', 'tech'],
    ],
  },
  {
    industry: 'Developer Tools',
    also: ['Software', 'Data & Analytics'],
    stems: list('Stack; Branch; Fenn; Merge; Loop; Cipher; Kernel; Trellis; Lattice; Cobalt'),
    products: list(
      'Test runs that only touch what a change can break; A database that branches like source code; Observability for teams without an operations group; Typed interfaces between services that never drift',
    ),
    buyers: list(
      'platform teams; product engineers; banks that ship weekly; companies with more services than people',
    ),
    proofs: list(
      'Runs nine million builds a month; Open source with 14,000 stars; Adopted by four of the ten largest retailers; Cuts build bills in half',
    ),
    tags: [
      ['developer experience', 'vertical'],
      ['open source', 'tech'],
      ['observability', 'tech'],
    ],
  },
  {
    industry: 'Logistics',
    also: ['Transportation', 'Supply Chain'],
    stems: list('Alpen; Freight; Harbor; Relay; Carrick; Dock; Switch; Portage; Wharf; Rally'),
    products: list(
      'Planning for lorries that would otherwise return empty; Customs papers filed before the ship arrives; Robots that unload mixed parcels; Cold-chain sensors that pay for themselves in a season',
    ),
    buyers: list(
      'hauliers with under a hundred lorries; freight forwarders; food importers; parcel networks',
    ),
    proofs: list(
      'Moves 22,000 pallets a week; Live in nine ports; Reduced empty runs by 17 per cent; Installed in 58 depots',
    ),
    tags: [
      ['freight', 'vertical'],
      ['robotics', 'tech'],
      ['warehousing', 'vertical'],
    ],
  },
  {
    industry: 'Security',
    also: ['Software', 'Cybersecurity'],
    stems: list('Aegis; Bastion; Rautia; Sentry; Warden; Keel; Palisade; Rampart; Vigil; Bulwark'),
    products: list(
      'Access that expires when a task is done; Detection of leaked credentials within minutes; Hardware keys for factory machines; Audits that write themselves from real logs',
    ),
    buyers: list('industrial groups; cloud teams; hospitals; public administrations'),
    proofs: list(
      'Protects 300,000 work places; Found by two national agencies to be fit for purpose; Handles four billion events a day; Renewed by every customer last year',
    ),
    tags: [
      ['identity', 'vertical'],
      ['zero trust', 'tech'],
      ['compliance', 'vertical'],
    ],
  },
  {
    industry: 'Food & Agriculture',
    also: ['Agriculture, Forestry', 'Food Production'],
    stems: list('Acre; Harvest; Orchard; Brightmoss; Furrow; Granary; Meadow; Pasture; Sorrel; Loam'),
    products: list(
      'Soil probes that answer in an hour; Fermented proteins for ready meals; Spraying drones that see single weeds; A market place for surplus harvests',
    ),
    buyers: list('farms over 200 hectares; food manufacturers; grocery chains; growers of fruit and wine'),
    proofs: list(
      'In use on 4,100 fields; Halved the use of herbicides; Supplies three supermarket chains; Its plant starts in autumn',
    ),
    tags: [
      ['agritech', 'vertical'],
      ['drones', 'tech'],
      ['fermentation', 'vertical'],
    ],
  },
  {
    industry: 'Manufacturing',
    also: ['Robotics', 'Materials'],
    stems: list('Forge; Kiln; Anvil; Oberfeld; Castellan; Ferro; Tool; Lathe; Ingot; Millrace'),
    products: list(
      'Inspection cameras that learn a new part in ten minutes; Recycled aluminium with a passport for every billet; Quotes for machined parts in seconds; Grippers for soft and slippery goods',
    ),
    buyers: list(
      'suppliers to car makers; contract manufacturers; machine builders; plants with small batches',
    ),
    proofs: list(
      'Inspects two million parts a day; Running in 70 plants; Scrap fell by a third; Booked out until summer',
    ),
    tags: [
      ['industry 4.0', 'vertical'],
      ['computer vision', 'tech'],
      ['recycling', 'vertical'],
    ],
  },
  {
    industry: 'Human Resources',
    also: ['Software', 'Recruiting'],
    stems: list('Roster; Kith; Cadre; Oskeby; Shift; Guild; Tenure; Muster; Bench; Helm'),
    products: list(
      'Shift plans that people can swap themselves; Payroll for teams spread over many countries; Interviews scored by what was said; Training for jobs that change every year',
    ),
    buyers: list('restaurant and retail chains; companies hiring abroad; hospitals; fast-growing teams'),
    proofs: list(
      'Plans 190,000 shifts a week; Pays people in 70 countries; Filled positions eleven days faster; Chosen by two national railways',
    ),
    tags: [
      ['future of work', 'vertical'],
      ['payroll', 'vertical'],
      ['scheduling', 'tech'],
    ],
  },
  {
    industry: 'Property & Construction',
    also: ['Real Estate', 'Building Materials'],
    stems: list('Beam; Mortar; Slate; Corbel; Plinth; Keystone; Truss; Gable; Cedar; Terrace'),
    products: list(
      'Building permits checked against the local rules; Timber frames cut to plan and delivered by the floor; Energy audits from a walk with a phone; Rent and repairs in one place for small landlords',
    ),
    buyers: list('housing developers; architects; property managers; cities'),
    proofs: list(
      'Checked 9,000 plans last year; Raised 26 buildings; Covers 140,000 flats; Works in every municipality of two countries',
    ),
    tags: [
      ['proptech', 'vertical'],
      ['construction', 'vertical'],
      ['digital twin', 'tech'],
    ],
  },
];

export const SUFFIXES = list(
  'Labs; Systems; Works; AI; Data; ; ; ; ; ; Technologies; Collective; & Co; Studio; Networks',
);
export const ENDINGS = list(
  'ly; ora; fold; wise; mark; ward; line; stead; loop; craft; base; well; path; way; marsh; field; point; ridge; ; ;  ; era; io; ia; um; en',
);
export const MODELS: readonly (readonly [string, 'model'])[] = [
  ['B2B', 'model'],
  ['SaaS', 'model'],
  ['marketplace', 'model'],
  ['hardware', 'model'],
  ['usage-based', 'model'],
];

export const INVESTORS = list(
  'Larkmoor Ventures; Saltholm Capital; Tarn Growth; Quayside Seed; Northgate Partners; Ember & Oak; Fjordlight Ventures; Copper Lane Capital; Meridian Row; Highwater Partners; Juniper Street; Old Harbour Fund; Pinnacle Forge; Sable Ridge Ventures; Twelve Bridges; Glasshouse Capital; Windrose Ventures; Blue Kiln; Stonecrop Partners; First Meadow; Arcadian Seed; Ironbark Growth; Silverfen Capital; Lodestar Ventures; Cinder Path; Alder & Finch; Brightwell Fund; Nightjar Capital; Kestrel House; Open Orchard; Redwater Partners; Summit & Vale',
);

export const TECH_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Cloud: list(
    'Nimbus Cloud; Stratus Compute; Harbor Hosting; Cumulus Functions; Skyline CDN; Basin Storage; Altitude Edge',
  ),
  Databases: list('PostgreSQL; SQLite; Redis; MariaDB; ClickHouse; DuckDB; Cassandra; MongoDB'),
  Languages: list('TypeScript; Python; Go; Rust; Kotlin; Swift; C++; Elixir; Java; Ruby'),
  Frameworks: list('Svelte; React; Vue; Django; Rails; Spring; FastAPI; Phoenix; Electron; Flutter'),
  Infrastructure: list('Kubernetes; Docker; Terraform; Nomad; Ansible; Envoy; Istio; Consul'),
  Monitoring: list('Grafana; Prometheus; OpenTelemetry; Sentry; Jaeger; Zabbix'),
  Analytics: list('Plausible; Metabase; dbt; Superset; Airflow; Kafka; Spark; Matomo'),
  Business: list(
    'Open CRM; Desk & Reply; Paperless Books; Rosterline; Signpost Mail; Chatter Support; Form & Flow',
  ),
};
