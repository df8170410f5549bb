import type { Sector } from './sector.ts';
import { MORE_SECTORS } from './sectors-more.ts';

const FIRST_SECTORS: readonly Sector[] = [
  {
    industries: ['Energy', 'Climate & Environment'],
    words: ['Grid', 'Power', 'Energy', 'Volt'],
    verticals: ['Energy storage', 'Grid software', 'Renewables'],
    audiences: ['utilities', 'battery park owners', 'housing companies', 'factory operators'],
    offers: [
      'Software that decides, every fifteen minutes, when {a} should store or sell power.',
      'Forecasts load and price for {a} and trades the difference automatically.',
      'A control system that lets {a} connect solar, storage and charging behind one meter.',
    ],
    proofs: [
      'Runs {n} sites from its office in {c}.',
      'Its customers shifted {n} gigawatt hours away from peak hours last year.',
      'Certified with {n} inverter models and used around {c}.',
    ],
  },
  {
    industries: ['Financial Services', 'Enterprise Software'],
    words: ['Ledger', 'Finance', 'Pay', 'Treasury'],
    verticals: ['Fintech', 'Payments', 'Treasury management'],
    audiences: ['importers', 'mid-sized retailers', 'marketplaces', 'finance teams without a treasury'],
    offers: [
      'Gives {a} one account in many currencies and closes their books overnight.',
      'Pays suppliers of {a} early and is repaid when the invoice falls due.',
      'Reconciles card, bank and wallet payments for {a} without spreadsheets.',
    ],
    proofs: [
      'Moves payments through {n} local schemes and is supervised in {c}.',
      'About {n} finance teams closed their last month on it.',
      'Cut the monthly close of a wholesaler in {c} from {n} hours to two.',
    ],
  },
  {
    industries: ['Health Care', 'Medical Devices'],
    words: ['Health', 'Care', 'Clinical', 'Medical'],
    verticals: ['Digital health', 'Clinical workflow', 'Remote care'],
    audiences: ['regional hospitals', 'dialysis clinics', 'family doctors', 'home care teams'],
    offers: [
      'Plans beds and staff for {a} from what is likely to happen tonight.',
      'Lets {a} follow patients at home with a patch and a phone call.',
      'Writes the discharge letter for {a} and leaves the signature to the physician.',
    ],
    proofs: [
      'In daily use on {n} wards, the first of them in {c}.',
      'A study with {n} patients showed fewer readmissions within a month.',
      'Started at the teaching hospital of {c} and now serves {n} sites.',
    ],
  },
  {
    industries: ['Logistics & Transport', 'Enterprise Software'],
    words: ['Freight', 'Logistics', 'Cargo', 'Haul'],
    verticals: ['Freight', 'Warehousing', 'Last mile'],
    audiences: ['freight forwarders', 'grocery chains', 'port operators', 'family-owned hauliers'],
    offers: [
      'Finds return loads for {a} before the truck has left the yard.',
      'Turns the e-mails of {a} into bookings, customs papers and invoices.',
      'Shows {a} where every pallet is and which one will be late.',
    ],
    proofs: [
      'Handles {n} shipments on a busy day, most of them through {c}.',
      'Saved its customers {n} thousand empty kilometres last quarter.',
      'Connected to {n} carriers, with a support desk in {c}.',
    ],
  },
  {
    industries: ['Cybersecurity', 'Enterprise Software'],
    words: ['Security', 'Shield', 'Trust', 'Sentry'],
    verticals: ['Identity', 'Application security', 'Compliance'],
    audiences: ['banks', 'software teams', 'public agencies', 'companies with a small IT department'],
    offers: [
      'Finds the access that nobody uses any more and takes it away from {a} safely.',
      'Reads the code changes of {a} and explains the two that matter.',
      'Prepares {a} for an audit by collecting evidence while people work.',
    ],
    proofs: [
      'Watches over {n} thousand identities from {c}.',
      'Found {n} critical mistakes before release in its first year.',
      'Took a customer in {c} through certification in {n} days.',
    ],
  },
  {
    industries: ['Data & Analytics', 'Artificial Intelligence'],
    words: ['Data', 'Metrics', 'Insight', 'Signals'],
    verticals: ['Data infrastructure', 'Business intelligence', 'Data quality'],
    audiences: ['data teams', 'online shops', 'insurers', 'manufacturers'],
    offers: [
      'Tests the data of {a} the way developers test code.',
      'Answers questions of {a} in plain language and shows the query behind each answer.',
      'Keeps one trustworthy customer table for {a} instead of seven.',
    ],
    proofs: [
      'Checks {n} thousand tables a night.',
      'Used by {n} analysts at a retailer based in {c}.',
      'Built by a team of {n} that met at the university of {c}.',
    ],
  },
  {
    industries: ['Robotics', 'Manufacturing'],
    words: ['Robotics', 'Motion', 'Automation', 'Dynamics'],
    verticals: ['Industrial robots', 'Warehouse robots', 'Machine vision'],
    audiences: ['bakeries', 'foundries', 'e-commerce warehouses', 'small machine shops'],
    offers: [
      'Builds robot arms that {a} can teach by showing the movement once.',
      'Rents picking robots to {a} and charges for each item picked.',
      'Fits existing machines of {a} with cameras that see a defect before it repeats.',
    ],
    proofs: [
      'Has {n} robots at work, the oldest of them in {c}.',
      'A cell is installed in {n} hours and pays back within two years.',
      'Its plant in {c} assembles {n} units a month.',
    ],
  },
  {
    industries: ['Legal Services', 'Artificial Intelligence'],
    words: ['Legal', 'Counsel', 'Clause', 'Docket'],
    verticals: ['Legal tech', 'Contract management', 'E-discovery'],
    audiences: ['in-house lawyers', 'boutique law firms', 'procurement departments', 'property managers'],
    offers: [
      'Compares a draft with what {a} agreed to before and marks what is new.',
      'Keeps the deadlines of {a} and drafts the letter that each one needs.',
      'Sorts the documents of a case for {a} and cites the page for every claim.',
    ],
    proofs: [
      'Has read {n} thousand contracts, in eleven languages.',
      'Chosen by {n} firms between {c} and the coast.',
      'A department in {c} answers requests within {n} minutes since.',
    ],
  },
  {
    industries: ['Insurance', 'Financial Services'],
    words: ['Cover', 'Insurance', 'Underwriting', 'Risk'],
    verticals: ['Insurtech', 'Claims', 'Parametric cover'],
    audiences: ['small fleets', 'fruit growers', 'freelancers', 'brokers'],
    offers: [
      'Pays {a} within a day when the weather station says so, without a claim form.',
      'Quotes a policy to {a} from three answers and public records.',
      'Reads accident reports for {a} and proposes what to pay.',
    ],
    proofs: [
      'Covers {n} thousand policies with two reinsurers behind it.',
      'Settles {n} claims a week from {c}.',
      'Started with growers near {c} and works in {n} regions today.',
    ],
  },
  {
    industries: ['Education', 'Consumer Apps'],
    words: ['Learning', 'Academy', 'School', 'Tutor'],
    verticals: ['EdTech', 'Workplace training', 'Language learning'],
    audiences: ['secondary schools', 'nurses in training', 'call centres', 'adult learners'],
    offers: [
      'Practises difficult conversations with {a} and tells them what to try next.',
      'Marks the homework of {a} and points out what the class has not understood.',
      'Turns the manuals of {a} into ten-minute lessons with a test at the end.',
    ],
    proofs: [
      'Used in {n} schools, most of them around {c}.',
      'Its learners finish {n} lessons a month on average.',
      'Won the tender of the city of {c} with {n} competitors.',
    ],
  },
];

export const SECTORS: readonly Sector[] = [...FIRST_SECTORS, ...MORE_SECTORS];

/** All industries that companies may have, as listed by /filters. */
export const INDUSTRIES: readonly string[] = [
  ...new Set(SECTORS.flatMap((sector) => sector.industries)),
].sort();
