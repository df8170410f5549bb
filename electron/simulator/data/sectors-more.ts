import type { Sector } from './sector.ts';

/** The second half of `SECTORS`, in a separate file because of the limit on file size. */
export const MORE_SECTORS: readonly Sector[] = [
  {
    industries: ['Food & Beverage', 'Agriculture'],
    words: ['Foods', 'Harvest', 'Kitchen', 'Provisions'],
    verticals: ['Food tech', 'Fermentation', 'Farm software'],
    audiences: ['canteens', 'dairies', 'greenhouse growers', 'bakery chains'],
    offers: [
      'Ferments proteins that let {a} leave out the egg without changing the recipe.',
      'Tells {a} how much to cook tomorrow, so that less is thrown away.',
      'Counts fruit from a camera on a rail and gives {a} a harvest forecast.',
    ],
    proofs: [
      'Its plant near {c} makes {n} tonnes a year.',
      'Saved {n} thousand meals from the bin last year.',
      'Works on {n} farms in the country around {c}.',
    ],
  },
  {
    industries: ['Real Estate', 'Construction'],
    words: ['Build', 'Property', 'Site', 'Habitat'],
    verticals: ['Construction tech', 'Property management', 'Retrofit'],
    audiences: ['general contractors', 'housing associations', 'architects', 'facility managers'],
    offers: [
      'Compares the building site with the plan every night and tells {a} what has slipped.',
      'Plans the retrofit of whole streets for {a} and orders the parts.',
      'Answers tenants for {a} and sends the right trade to the right flat.',
    ],
    proofs: [
      'Follows {n} sites, the largest of them in {c}.',
      'Looks after {n} thousand flats.',
      'A block of {n} homes in {c} was finished six weeks early.',
    ],
  },
  {
    industries: ['Human Resources', 'Enterprise Software'],
    words: ['People', 'Talent', 'Crew', 'Payroll'],
    verticals: ['HR tech', 'Payroll', 'Shift planning'],
    audiences: ['restaurant groups', 'hospitals', 'companies that hire abroad', 'seasonal employers'],
    offers: [
      'Lets the staff of {a} swap shifts themselves, within the law and the budget.',
      'Employs people for {a} in countries where they have no office.',
      'Pays the people of {a} every evening instead of every month.',
    ],
    proofs: [
      'Pays {n} thousand people in nine countries.',
      'Planned {n} thousand shifts last month from {c}.',
      'Its {n} payroll specialists sit in {c}.',
    ],
  },
  {
    industries: ['Retail & E-commerce', 'Marketing & Advertising'],
    words: ['Commerce', 'Retail', 'Basket', 'Storefront'],
    verticals: ['E-commerce enablement', 'Returns', 'Retail media'],
    audiences: ['fashion labels', 'furniture shops', 'supermarkets', 'direct-to-consumer brands'],
    offers: [
      'Resells what customers send back to {a} within a day and near its price.',
      'Sets the prices of {a} every morning and explains each change.',
      'Gives {a} a shop in every messenger their customers use.',
    ],
    proofs: [
      'Handled {n} thousand returns last season.',
      'Runs on {n} shops, with a warehouse in {c}.',
      'A label in {c} sold {n} per cent more at full price.',
    ],
  },
  {
    industries: ['Biotechnology', 'Pharmaceuticals'],
    words: ['Bio', 'Therapeutics', 'Genomics', 'Biosciences'],
    verticals: ['Drug discovery', 'Diagnostics', 'Lab automation'],
    audiences: ['oncology centres', 'drug developers', 'contract laboratories', 'rare disease researchers'],
    offers: [
      'Designs enzymes that let {a} work at room temperature.',
      'Runs the experiments of {a} overnight in a laboratory without people.',
      'Finds the patients whom a failed drug would have helped, and brings it back for {a}.',
    ],
    proofs: [
      'Its first candidate enters a trial with {n} patients in {c}.',
      'Tested {n} thousand variants in a single week.',
      'Works from a shared laboratory in {c} with {n} scientists.',
    ],
  },
  {
    industries: ['Mobility & Automotive', 'Energy'],
    words: ['Mobility', 'Charge', 'Drive', 'Motors'],
    verticals: ['EV charging', 'Fleet management', 'Micromobility'],
    audiences: ['delivery fleets', 'taxi companies', 'apartment houses', 'bus operators'],
    offers: [
      'Plans when and where the vehicles of {a} charge, so that none waits.',
      'Puts chargers into the garages of {a} at no cost and shares the income.',
      'Predicts from vibration which vehicle of {a} will stop next week.',
    ],
    proofs: [
      'Operates {n} charge points, a third of them in {c}.',
      'Keeps {n} vehicles on the road.',
      'The buses of {c} have run on it for {n} weeks.',
    ],
  },
  {
    industries: ['Artificial Intelligence', 'Developer Tools'],
    words: ['AI', 'Reason', 'Compute', 'Inference'],
    verticals: ['Machine learning operations', 'Model evaluation', 'Voice agents'],
    audiences: ['software teams', 'customer service centres', 'research groups', 'banks with strict rules'],
    offers: [
      'Measures what a language model really does for {a} and stops a bad release.',
      'Answers the telephone for {a} and hands over when it should.',
      'Trains small models for {a} on machines they already own.',
    ],
    proofs: [
      'Evaluates {n} million answers a day.',
      'Takes {n} thousand calls a week for a company in {c}.',
      'Was spun out of a laboratory in {c} with {n} people.',
    ],
  },
  {
    industries: ['Media, Gaming & Sports', 'Consumer Apps'],
    words: ['Media', 'Games', 'Arcade', 'Sound'],
    verticals: ['Creator tools', 'Game development', 'Sports analytics'],
    audiences: ['amateur clubs', 'podcasters', 'independent studios', 'local newspapers'],
    offers: [
      'Films the matches of {a} with one camera and cuts the highlights itself.',
      'Lets {a} sell memberships without giving a platform a third.',
      'Tests levels for {a} with bots that get bored as people do.',
    ],
    proofs: [
      'Recorded {n} matches last weekend.',
      'Pays out to {n} thousand creators every Friday.',
      'The league of {c} signed for {n} seasons.',
    ],
  },
  {
    industries: ['Space & Aerospace', 'Data & Analytics'],
    words: ['Orbital', 'Aerospace', 'Space', 'Aviation'],
    verticals: ['Earth observation', 'Drones', 'Launch services'],
    audiences: ['foresters', 'shipping insurers', 'wind farm operators', 'disaster relief agencies'],
    offers: [
      'Watches the ground for {a} by radar and reports only what changed.',
      'Flies inspections for {a} with drones that need no pilot on site.',
      'Builds small thrusters that let satellites of {a} come down in time.',
    ],
    proofs: [
      'Has {n} instruments in orbit and a ground station near {c}.',
      'Inspected {n} turbines last summer.',
      'Its {n} engineers test engines outside {c}.',
    ],
  },
  {
    industries: ['Developer Tools', 'Enterprise Software'],
    words: ['Code', 'Build', 'Runtime', 'Stack'],
    verticals: ['Developer experience', 'Observability', 'API platform'],
    audiences: ['platform teams', 'start-ups', 'agencies', 'maintainers of old systems'],
    offers: [
      'Gives {a} a complete test environment for every change within a minute.',
      'Explains to {a} why the last release is slower, down to the line.',
      'Translates the old code of {a} and proves that it still does the same.',
    ],
    proofs: [
      'Starts {n} thousand environments a day.',
      'Grew out of an open-source project with {n} contributors.',
      'A bank in {c} moved {n} services in one winter.',
    ],
  },
];
